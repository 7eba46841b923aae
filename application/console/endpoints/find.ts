// The endpoint that finds devices and addresses of all studios that an operator may see.
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { described, integer, oneOf, orNull } from '../../../domain/codec/codec.js';
import { maySee, signedIn } from '../../../domain/console/requirement.js';
import { fromText } from '../../api/parameters.js';
import type { ConsoleServices } from '../console-services.js';
import { recordKinds } from '../find/studio-record.js';
import { endpoint } from './endpoint.js';

/** The most records that one search returns. */
const limit = 20;

/** The longest text of a search, in characters. */
const maxTextLength = 100;

const searchText = described(
  fromText(`a text of 1 to ${String(maxTextLength)} characters`, (text) =>
    text.trim() === '' || text.length > maxTextLength ? undefined : text,
  ),
  { description: 'Words in any order, case and with or without accents, or an address' },
);

const FoundRecord = t.readonly(
  t.type({
    kind: oneOf(...recordKinds),
    studioId: t.string,
    studioName: t.string,
    id: orNull(t.string, 'The id of a device; null for an address'),
    name: described(t.string, { description: 'The name of a device, or the address' }),
    detail: described(t.string, { description: 'The fixed address of a device, or the label of an allowed address' }),
  }),
  'FoundRecord',
);

export const findRecords = endpoint({
  name: 'record.find',
  summary: `Find devices, allowed addresses and refused callers of all studios that you may see, at most ${String(limit)}`,
  intent: 'read',
  requires: signedIn,
  path: '/find',
  query: { text: searchText },
  result: t.readonly(
    t.type({
      records: t.readonlyArray(FoundRecord),
      more: described(integer(0, Number.MAX_SAFE_INTEGER), { description: 'How many further records match' }),
    }),
  ),
  run: async ({ records }: Pick<ConsoleServices, 'records'>, { text }, { operator }) =>
    E.right({ value: await records.find({ text, limit, maySee: (id) => maySee(operator, id) }) }),
});
