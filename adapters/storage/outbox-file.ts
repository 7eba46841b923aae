// Messages that wait for the receivers of webhooks, on disk: lines of JSON. A line that a crash cut off is left out.
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import {
  DoneMessage,
  LostMessages,
  WaitingMessage,
  type OutboxChange,
  type OutboxContent,
  type OutboxFile,
} from '../../application/ports/webhooks.js';
import type { Log } from '../../application/ports/log.js';
import { appendedFile, openAppend, type OpenAppend } from './appended-file.js';
import { disk, readIfPresent, setAside, setAsideName, type DiskOperations } from './durable-files.js';

/** The dependencies of the file. */
export interface OutboxFileDeps {
  /** The folder; created if it doesn't exist. */
  readonly folder: string;
  readonly log: Log;
  readonly operations?: DiskOperations;
  /** Opens the file to append to it. Default: on the real disk. */
  readonly openFile?: OpenAppend;
}

const fileName = 'webhook-messages';

const Line = t.union([
  t.type({ waits: WaitingMessage }),
  t.type({ done: DoneMessage }),
  t.type({ lost: LostMessages }),
]);

const parse = (text: string): readonly OutboxChange[] => {
  const parsed = E.tryCatch(
    () => JSON.parse(text) as unknown,
    () => undefined,
  );
  const line = E.isRight(parsed) ? Line.decode(parsed.right) : parsed;
  return E.isRight(line) ? [line.right] : [];
};

const textOf = (changes: readonly OutboxChange[]): string =>
  changes.map((change) => `${JSON.stringify(change)}\n`).join('');

const changesOf = ({ waiting, lost }: OutboxContent): readonly OutboxChange[] => [
  ...waiting.map((waits) => ({ waits })),
  ...lost.map((one) => ({ lost: one })),
];

/** How many changes are written as text at once: calls are answered between them. */
const sliceLength = 250;

const textInSlices = async (changes: readonly OutboxChange[]): Promise<string> => {
  const texts: string[] = [];
  for (let at = 0; at < changes.length; at += sliceLength) {
    if (at > 0) await nextTurn();
    texts.push(textOf(changes.slice(at, at + sliceLength)));
  }
  return texts.join('');
};

/** Returns what is left after all changes. */
const contentOf = (changes: readonly OutboxChange[]): OutboxContent => {
  const waiting = new Map<string, { readonly message: WaitingMessage['message']; readonly to: Set<string> }>();
  const lost = new Map<string, LostMessages>();
  for (const change of changes)
    if ('waits' in change) {
      const { message, to } = change.waits;
      waiting.set(message.id, { message, to: new Set(to) });
    } else if ('lost' in change) lost.set(change.lost.webhook, change.lost);
    else {
      const { webhook, id } = change.done;
      const found = waiting.get(id);
      found?.to.delete(webhook);
      if (found?.to.size === 0) waiting.delete(id);
    }
  return {
    waiting: [...waiting.values()].map(({ message, to }) => ({ message, to: [...to] })),
    lost: [...lost.values()].filter(({ count }) => count > 0),
  };
};

/** Logs that a file is damaged, and keeps a copy: the file itself is replaced with the next change. */
const keepDamaged = async ({ log, operations = disk }: OutboxFileDeps, path: string, found: Buffer): Promise<void> => {
  const aside = setAsideName(path, found);
  await operations.write(aside, found).catch(() => undefined);
  log.error('the file with the messages for webhooks is damaged: those in damaged lines are not sent', { path, aside });
};

/** Returns the text of a file; undefined if it is longer than a text can be. */
const textIn = (found: Buffer): string | undefined =>
  E.getOrElseW(() => undefined)(
    E.tryCatch(
      () => found.toString('utf8'),
      () => undefined,
    ),
  );

/** Stores what waits in a folder. */
export const outboxFile = (deps: OutboxFileDeps): OutboxFile => {
  const { folder, operations = disk, openFile = openAppend } = deps;
  const path = join(folder, fileName);
  const file = appendedFile({ path, operations, open: openFile });

  const load = async (): Promise<OutboxContent> => {
    const found = await readIfPresent(operations, path);
    if (found === 'missing') return { waiting: [], lost: [] };
    const text = found === 'unreadable' ? undefined : textIn(found);
    if (found === 'unreadable' || text === undefined) {
      const message = 'the messages for webhooks that an earlier run has left are not sent';
      await setAside({ operations, log: deps.log, path, found, fault: 'it could not be read', message });
      return { waiting: [], lost: [] };
    }
    const lines = text.split('\n');
    const read = lines.map(parse);
    // The last line is empty, or was cut off by a crash.
    const damaged = lines.slice(0, -1).filter((_line, at) => read[at]?.length === 0).length;
    if (damaged > 0) await keepDamaged(deps, path, found);
    return contentOf(read.flat());
  };

  return {
    load,
    append: async (changes) => file.append(await textInSlices(changes), false),
    sync: file.sync,
    replace: async (content) => file.replace(await textInSlices(changesOf(content))),
    size: file.size,
    close: file.close,
  };
};
