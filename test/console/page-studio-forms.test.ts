// The cards of a studio and its settings at the console's page, at work without a browser.
import { createElement } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../support/eventually.js';
import { pageBench, pageModule, pageView, type View } from './page-hooks.js';
import { alertsOf, buttonOf, buttonsOf, dialogsOf, enter, press, shows, valueOf } from './stage-actions.js';
import { held, refused, replied, stagedConsole, type StagedConsole } from './stage-console.js';
import { stage, type Stage } from './stage.js';

const studioA = {
  ...{ id: 'a', name: 'Main', labels: ['north'], apiEnabled: true, connected: true, key: 'set', keyInUse: 'current' },
  ...{ oldKey: null, service: null, refusal: null, appliedVersion: 6, desiredVersion: 6, confirmedAt: null },
  ...{ appliedAt: null, disconnectedAt: null },
};
const admin = { username: 'ann', role: 'admin', studioRoles: {}, signIn: 'password' };

let server: StagedConsole;
let view: Stage;
let studio: typeof studioA;

const show = (of: View, props: () => object): void => {
  view = stage(
    () => of(props()),
    pageBench([
      [['session'], admin],
      [['studios'], [studio]],
    ]),
  );
};

beforeEach(() => {
  studio = studioA;
  server = stagedConsole();
});
afterEach(() => {
  view.close();
  server.restore();
});

describe('the labels of a studio', () => {
  const label = 'Labels, separated by commas';
  const path = '/studios/a/labels';

  beforeEach(async () => {
    const card = await pageView('studio/labels-card.js', 'LabelsCard');
    show(card, () => ({ studio }));
    server.answer(`PUT ${path}`, () => replied({}));
  });
  const save = async (): Promise<void> => {
    const { length } = server.changes();
    press(view, 'Save labels');
    await eventually('they are sent', () => server.changes().length > length && !view.text().includes('Please wait'));
  };

  it('are replaced only if they are still those on which the input was based', async () => {
    enter(view, label, 'south');
    studio = { ...studioA, labels: ['west'] };
    enter(view, label, 'south, ,east ');
    server.answer(`GET ${path}`, () => replied({ labels: ['west'] }, { etag: '"5"' }));
    server.answer(`PUT ${path}`, () => refused(412, 'changed meanwhile'));
    await save();
    expect(server.changes()).toEqual([
      { call: `PUT ${path}`, body: { labels: ['south', 'east'] }, ifMatch: '"changed"' },
    ]);
    expect([valueOf(view, label), alertsOf(view)]).toEqual(['south, ,east ', ['Changed meanwhile.']]);
    enter(view, label, 'west');
    enter(view, label, 'west, east');
    server.answer(`PUT ${path}`, () => replied({}));
    await save();
    expect(server.changes().at(-1)).toEqual({
      call: `PUT ${path}`,
      body: { labels: ['west', 'east'] },
      ifMatch: '"5"',
    });
  });

  it('follow the studio again once they are saved', async () => {
    server.answer(`GET ${path}`, () => replied({ labels: ['north'] }));
    expect(buttonOf(view, 'Save labels').props['isDisabled']).toBe(true);
    enter(view, label, 'south');
    await save();
    studio = { ...studioA, labels: ['from another'] };
    expect(valueOf(view, label)).toBe('from another');
  });
});

it('the name of a studio follows the studio again once it was changed', async () => {
  const section = await pageView('studio/enrolment-section.js', 'EnrolmentSection');
  show(section, () => ({ studio }));
  const answer = held();
  server.answer('PATCH /studios/a', answer.answer);
  enter(view, 'Studio name', 'South');
  studio = { ...studioA, name: 'North' };
  expect(valueOf(view, 'Studio name')).toBe('South');
  press(view, 'Rename');
  answer.give(replied({}));
  await eventually('the input is cleared', () => valueOf(view, 'Studio name') === 'North');
  expect(server.changes()).toEqual([{ call: 'PATCH /studios/a', body: { name: 'South' }, ifMatch: null }]);
  expect(buttonOf(view, 'Rename').props['isDisabled']).toBe(true);
});

it('a studio is removed after its id is typed, and the page goes to the others', async () => {
  const section = await pageView('studio/enrolment-section.js', 'EnrolmentSection');
  show(section, () => ({ studio }));
  view.bench.address = '/studios/a/studio';
  server.answer(
    'DELETE /studios/a',
    () => refused(409, 'not now'),
    () => new Response(null, { status: 204 }),
  );
  press(view, 'Delete studio');
  expect(buttonsOf(view)).toEqual(['Cancel']);
  enter(view, 'Type a to confirm', 'a');
  press(view, 'Delete studio');
  await shows(view, 'Not now.');
  expect(view.bench.address).toBe('/studios/a/studio');
  press(view, 'Delete studio');
  await eventually('the page goes on', () => view.bench.address === '/studios');
});

describe('the key of a studio', () => {
  beforeEach(async () => {
    Object.assign(server.document, { location: {} });
    const card = await pageView('studio/key-card.js', 'KeyCard');
    show(card, () => ({ studio }));
  });

  it.each([
    ['none', 0],
    ['hour', 3_600_000],
    ['day', 86_400_000],
    ['week', 604_800_000],
    ['month', 2_592_000_000],
  ])('is replaced with the chosen overlap: %s', async (overlap, ms) => {
    press(view, 'Replace key');
    expect(valueOf(view, 'The old key stays valid for at most')).toBe('day');
    enter(view, 'The old key stays valid for at most', overlap);
    const call = `POST /studios/a/key?overlapMs=${String(ms)}`;
    server.answer(call, () => refused(503, 'later'));
    press(view, 'Cancel');
    press(view, 'Replace key');
    expect(valueOf(view, 'The old key stays valid for at most')).toBe('day');
    enter(view, 'The old key stays valid for at most', overlap);
    press(view, 'Replace key');
    await shows(view, 'Later.');
    expect([server.changes().map((one) => one.call), dialogsOf(view)]).toEqual([[call], ['Replace key?']]);
  });
});

describe('settings that are saved together', () => {
  interface Drafts {
    readonly clearDrafts: () => void;
  }
  interface Fields {
    readonly value: { readonly name: string };
    readonly onChange: (value: object) => void;
    readonly isDisabled: boolean;
  }
  const path = '/studios/a/access';
  let concerns: readonly string[];

  beforeEach(async () => {
    concerns = [];
    (await pageModule<Drafts>('api/drafts.js')).clearDrafts();
    const section = await pageView('settings/section.js', 'SettingsSection');
    const field = await pageView('ui/text-field.js', 'TextField');
    const children = ({ value, onChange, isDisabled }: Fields) =>
      createElement(
        'div',
        {},
        field({
          label: 'Text',
          value: value.name,
          isDisabled,
          onChange: (name: string) => {
            onChange({ ...value, name });
          },
        }),
      );
    const describeIt = ({ name }: Fields['value']) => new Map([['Text', name]]);
    server.answer(`GET ${path}`, () => replied({ name: 'one' }));
    show(section, () => ({ studio, section: 'access', describe: describeIt, concerns: () => concerns, children }));
    await eventually('the section is read', () => buttonsOf(view).length === 0 && view.text().includes('Text'));
  });
  afterEach(async () => {
    (await pageModule<Drafts>('api/drafts.js')).clearDrafts();
  });

  it('keep the input when they are refused, and cannot be discarded while they are sent', async () => {
    const answers = [held(), held()] as const;
    server.answer(`PUT ${path}`, answers[0].answer, answers[1].answer);
    enter(view, 'Text', 'two');
    expect(buttonsOf(view)).toEqual(['Discard', 'Save']);
    press(view, 'Save');
    expect(buttonsOf(view)).toEqual([]);
    answers[0].give(refused(503, 'later'));
    await shows(view, 'Later.');
    expect([valueOf(view, 'Text'), buttonsOf(view)]).toEqual(['two', ['Discard', 'Save']]);
    press(view, 'Save');
    expect(alertsOf(view)).toEqual([]);
    server.answer(`GET ${path}`, () => replied({ name: 'two' }, { etag: '"2"' }));
    answers[1].give(replied({ name: 'two' }, { etag: '"2"' }));
    await shows(view, 'Saved.');
    expect(server.changes()).toEqual(Array(2).fill({ call: `PUT ${path}`, body: { name: 'two' }, ifMatch: '"1"' }));
  });

  it('say that they are saved, and whether they are in effect, until they are edited again', async () => {
    server.answer(`PUT ${path}`, () => replied({ name: 'two' }));
    enter(view, 'Text', 'two');
    press(view, 'Save');
    await shows(view, 'Saved. All settings');
    studio = { ...studioA, appliedVersion: 7, desiredVersion: 7 };
    expect(view.text()).toContain('Saved. The change is in effect.');
    enter(view, 'Text', 'three');
    expect(view.text()).not.toContain('Saved.');
    press(view, 'Discard');
    press(view, 'Close');
    expect([valueOf(view, 'Text'), view.text().includes('Saved.')]).toEqual(['two', false]);
  });

  it('that raise concerns are sent after a question', async () => {
    concerns = ['Nobody can call.'];
    server.answer(`PUT ${path}`, () => replied({ name: 'two' }));
    enter(view, 'Text', 'two');
    press(view, 'Save');
    expect([dialogsOf(view), server.changes()]).toEqual([['Save these settings?'], []]);
    press(view, 'Save anyway');
    await shows(view, 'Saved.');
    expect(dialogsOf(view)).toEqual([]);
  });

  it('that somebody else changed are shown beside the input, which is kept or discarded', async () => {
    enter(view, 'Text', 'mine');
    server.answer(
      `PUT ${path}`,
      () => refused(412, 'changed'),
      () => replied({ name: 'mine' }),
    );
    server.answer(`GET ${path}`, () => replied({ name: 'theirs' }, { etag: '"9"' }));
    press(view, 'Save');
    await shows(view, 'Someone else changed these settings');
    expect(view.text()).toContain('one theirs mine');
    expect(buttonsOf(view)).toEqual(['Discard my changes', 'Keep my changes']);
    press(view, 'Keep my changes');
    expect([valueOf(view, 'Text'), alertsOf(view)]).toEqual(['mine', []]);
    press(view, 'Save');
    await shows(view, 'Saved.');
    expect(server.changes().map(({ ifMatch }) => ifMatch)).toEqual(['"1"', '"9"']);
  });
});
