// The hardening guide: every line that it says to set is a setting, with a value that the program accepts.
import * as E from 'fp-ts/lib/Either.js';
import { expect, it } from 'vitest';
import { allSettings } from '../../infra/settings/declared-settings.js';
import { readSettings } from '../../infra/settings/settings.js';
import { readDocument } from './documents.js';

const guide = readDocument('docs/hardening.md');

const lines = [...guide.matchAll(/^```sh\n(.*?)^```/gms)].flatMap(([, block = '']) => block.trim().split('\n'));

const settings = lines.map((line) => {
  const equals = line.indexOf('=');
  return [line.slice(0, equals), line.slice(equals + 1)] as const;
});

it('has lines to set', () => {
  expect(settings.length).toBeGreaterThan(8);
});

it.each(settings)('sets %s to a value that is accepted', (name, value) => {
  expect(Object.keys(allSettings)).toContain(name);
  const read = readSettings([], { [name]: value });
  expect(E.isRight(read) && read.right.settings).toMatchObject({ [name]: expect.anything() as unknown });
});

it('names no setting in the text that does not exist', () => {
  const named = [...guide.matchAll(/`([A-Z]+(?:_[A-Z]+)+)\b/g)].map(([, name = '']) => name);
  expect(named.filter((name) => !Object.hasOwn(allSettings, name))).toEqual([]);
});
