// The API guide shows an example of each type of event, as the AsyncAPI document has it.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { expect, it } from 'vitest';
import { currentEventsDocument } from '../openapi/frozen-documents.js';

interface Example {
  readonly headers: { readonly id: string; readonly event: string };
  readonly payload: unknown;
}

it('docs/api.md shows an example of each type of event', () => {
  const guide = readFileSync(resolve(import.meta.dirname, '../../docs/api.md'), 'utf8');
  const [, block = ''] = /```text\n(id: [^`]*)```/.exec(guide) ?? [];
  const shown: EventSourceMessage[] = [];
  createParser({ onEvent: (event) => shown.push(event) }).feed(`${block}\n`);
  const { components } = currentEventsDocument() as {
    readonly components: { readonly messages: Readonly<Record<string, { readonly examples: readonly Example[] }>> };
  };
  const described = Object.values(components.messages).flatMap(({ examples }) => examples);
  expect(
    shown.map(({ id, event, data }) => ({ headers: { id, event }, payload: JSON.parse(data) as unknown })),
  ).toEqual(described.map(({ headers, payload }) => ({ headers, payload })));
});
