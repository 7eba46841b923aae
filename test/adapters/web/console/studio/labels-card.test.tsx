// The card with the labels of a studio.
import { beforeEach, expect, it } from 'vitest';
import { LabelsCard } from '../../../../../adapters/web/console/studio/labels-card.js';
import { alerts, button, enter, field, isEnabled, press, show, text, type View } from '../../page-bench.js';
import { refused, server } from '../../page-server.js';
import { studioOf } from '../fixtures.js';

const label = 'Labels, separated by commas';
const path = '/studios/a/labels';
const card = (name: string) => <LabelsCard studio={studioOf('a', { labels: [name] })} />;
let view: View;

beforeEach(() => {
  server.reply(`PUT ${path}`, {});
  view = show(card('north'));
});
const save = async (): Promise<void> => {
  const { length } = server.changes();
  await press('Save labels');
  await expect.poll(() => server.changes().length > length && !text().includes('Please wait')).toBe(true);
};

it('labels are replaced only if they are still those on which the input was based', async () => {
  enter(label, 'south');
  view.update(card('west'));
  enter(label, 'south, ,east ');
  server.reply(`GET ${path}`, { labels: ['west'] }, '"5"');
  server.answer(`PUT ${path}`, () => refused(412, 'changed meanwhile'));
  await save();
  expect(server.changes()).toEqual([[`PUT ${path}`, { labels: ['south', 'east'] }, '"changed"']]);
  expect([field(label).value, alerts()]).toEqual(['south, ,east ', ['Changed meanwhile.']]);
  enter(label, 'west');
  enter(label, 'west, east');
  server.reply(`PUT ${path}`, {});
  await save();
  expect(server.changes().at(-1)).toEqual([`PUT ${path}`, { labels: ['west', 'east'] }, '"5"']);
});

it('labels follow the studio again once they are saved', async () => {
  server.reply(`GET ${path}`, { labels: ['north'] });
  expect(isEnabled(button('Save labels'))).toBe(false);
  enter(label, 'south');
  await save();
  view.update(card('from another'));
  expect(field(label).value).toBe('from another');
});
