// Reads the as-run log backwards, a page at a time: what was sent last comes first, and no request reads the whole log.
import { readdir, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { asRunEntry, type AsRunEnded, type AsRunLine } from '../../domain/as-run.js';
import {
  isDayOf,
  selects,
  usualAsRunEntries,
  type AsRunRequest,
  type AsRunShown,
  type ReadAsRunPage,
} from '../../domain/console/as-run-page.js';
import { asRunSeries } from './as-run-files.js';
import { openUnlessRemoved, parseAsRunLine } from './as-run-reader.js';
import { linesBackwards, type LinePlace } from './lines-backwards.js';
import { byAge, segmentOf, type DayOf, type Segment } from './segments.js';

/** A place between two lines of the log. */
interface Place {
  readonly segment: Pick<Segment, 'day' | 'number'>;
  /** Octets before it. */
  readonly offset: number;
}

/** Where a page continues: lines before `at` are new; those from there to `endsFrom` have ends of older commands. */
interface Cursor {
  readonly at: Place;
  readonly endsFrom: Place;
}

/** What a read may cost. */
export interface AsRunPagesDeps {
  readonly folder: string;
  /** Returns the day of a time in the studio's time zone. */
  readonly dayOf: DayOf;
  /** A clock that is never set, in milliseconds. */
  readonly steady: () => number;
  /** The most octets that one page reads. Default: 32 MiB. */
  readonly maxBytes?: number;
  /** How long one page may take, in milliseconds. Default: 2 s. */
  readonly maxMs?: number;
}

const mebibyte = 1_048_576;
const defaults = { maxBytes: 32 * mebibyte, maxMs: 2_000 } as const;

/** The longest text of all lines of a page, in octets: an answer has at most 8 MiB. */
const maxPageBytes = 4 * mebibyte;

/** How far the end of a command may be from it, in octets. A command ends within 30 s. */
const maxEndDistance = 2 * mebibyte;

/** The most of a file that is read to learn which days it has, in octets. */
const peekBytes = 16_384;

const placeText = ({ segment: { day, number }, offset }: Place): string => `${day}-${String(number)}.${String(offset)}`;

const cursorText = ({ at, endsFrom }: Cursor): string => `${placeText(at)}~${placeText(endsFrom)}`;

const placeOf = (text: string): Place | undefined => {
  const [, day, number, offset] = /^(\d{4}-\d\d-\d\d)-(\d{1,9})\.(\d{1,15})$/.exec(text) ?? [];
  return day === undefined ? undefined : { segment: { day, number: Number(number) }, offset: Number(offset) };
};

const cursorOf = (text: string): Cursor | undefined => {
  const [at, endsFrom, ...others] = text.split('~').map(placeOf);
  return at === undefined || endsFrom === undefined || others.length > 0 ? undefined : { at, endsFrom };
};

const age = (one: Place['segment'], other: Place['segment']): number =>
  byAge({ name: '', ...one }, { name: '', ...other });

/** Whether a place is before another one. */
const isBefore = (one: Place, other: Place): boolean =>
  (age(one.segment, other.segment) || one.offset - other.offset) < 0;

/** Collects the entries of a page, from the newest line to older ones. */
class PageCollector {
  readonly entries: AsRunShown[] = [];
  unreadable = 0;
  readTo: string | null = null;
  /** The ends whose commands are still to come, the newest first. */
  readonly #ends = new Map<
    string,
    { readonly ended: AsRunEnded; readonly after: Place; readonly readBefore: number }
  >();
  #pageBytes = 0;
  #readBytes = 0;

  constructor(
    private readonly request: AsRunRequest,
    private readonly dayOf: DayOf,
    private readonly startAt: Place | undefined,
  ) {}

  /** Whether the page has as many entries as it may. */
  get isFull(): boolean {
    return this.entries.length >= (this.request.limit ?? usualAsRunEntries) || this.#pageBytes >= maxPageBytes;
  }

  /** Returns where the next page continues after a line. */
  cursorAt(at: Place): Cursor {
    const [oldest] = this.#ends.values();
    return { at, endsFrom: oldest?.after ?? at };
  }

  /** Whether no earlier page has what is at a place. */
  isNew(place: Place): boolean {
    return this.startAt === undefined || isBefore(place, this.startAt);
  }

  add(line: AsRunLine | undefined, segment: Segment, { start, end }: LinePlace): void {
    const length = end - start;
    this.#readBytes += length;
    const isNew = this.isNew({ segment, offset: start });
    if (line === undefined) this.unreadable += isNew ? 1 : 0;
    else if (line.type === 'ended') this.#addEnd(line, { segment, offset: end });
    else if (line.type === 'sent') {
      const ended = this.#ends.get(line.id)?.ended;
      this.#ends.delete(line.id);
      if (isNew) this.#show(asRunEntry(line, ended), line.sentAt, length);
    } else if (isNew) this.#show(line, line.time, length);
  }

  #addEnd(ended: AsRunEnded, after: Place): void {
    for (const [id, { readBefore }] of this.#ends) {
      if (this.#readBytes - readBefore <= maxEndDistance) break;
      this.#ends.delete(id);
    }
    this.#ends.set(ended.id, { ended, after, readBefore: this.#readBytes });
  }

  #show(shown: AsRunShown, time: string, length: number): void {
    this.readTo = time;
    const isSelected =
      'type' in shown ? isDayOf(this.request, this.dayOf(Date.parse(shown.time))) : selects(this.request, shown);
    if (!isSelected) return;
    this.entries.push(shown);
    this.#pageBytes += length;
  }
}

/** Returns the day of the first command of a file; undefined if it begins with none. */
const firstDay = async (path: string): Promise<string | undefined> => {
  await using handle = await openUnlessRemoved(path);
  if (handle === undefined) return undefined;
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(peekBytes), 0, peekBytes, 0);
  for (const text of buffer.toString('utf8', 0, bytesRead).split('\n')) {
    const line = parseAsRunLine(text);
    if (line?.type === 'sent') return line.day;
  }
  return undefined;
};

/**
 * Returns the files of a request, newest first. Of those that begin after its last day, one is kept: it may have the ends of
 * commands of that day. Lines that waited for the disk are at the beginning of a file of a later day.
 */
const segmentsOf = async (
  folder: string,
  { from, to }: AsRunRequest,
  cursor: Cursor | undefined,
): Promise<readonly Segment[]> => {
  const found = (await readdir(folder)).flatMap((name) => segmentOf(asRunSeries, name) ?? []);
  const newestFirst = found
    .filter((one) => from === undefined || one.day >= from)
    .filter((one) => cursor === undefined || age(one, cursor.endsFrom.segment) <= 0)
    .sort((one, other) => byAge(other, one));
  if (to === undefined || cursor !== undefined) return newestFirst;
  let later = 0;
  for (const { name, day } of newestFirst) {
    if (day <= to || ((await firstDay(join(folder, name))) ?? day) <= to) break;
    later += 1;
  }
  return newestFirst.slice(Math.max(0, later - 1));
};

const endOf = async (handle: FileHandle, segment: Segment, cursor: Cursor | undefined): Promise<number> => {
  const { size } = await handle.stat();
  return cursor !== undefined && age(segment, cursor.endsFrom.segment) === 0
    ? Math.min(size, cursor.endsFrom.offset)
    : size;
};

/** What ends a page. */
interface Ending {
  readonly stopped: 'entries' | 'reading';
  readonly at: Place;
}

/** Reads the lines of one file into a page. Returns where the page ends; undefined if it goes on in an older file. */
const readSegment = async (
  handle: FileHandle,
  segment: Segment,
  end: number,
  page: PageCollector,
  isOver: (bytes: number) => boolean,
): Promise<Ending | undefined> => {
  for await (const { lines, bytes } of linesBackwards(handle, end)) {
    for (const line of lines) {
      page.add(parseAsRunLine(line.text), segment, line);
      if (page.isFull) return { stopped: 'entries', at: { segment, offset: line.start } };
    }
    const at = { segment, offset: lines.at(-1)?.start ?? end };
    if (isOver(bytes) && lines.length > 0 && page.isNew(at)) return { stopped: 'reading', at };
  }
  return undefined;
};

/** Returns whether a read is over, which counts what was read. */
const readingLimit = ({ steady, maxBytes = defaults.maxBytes, maxMs = defaults.maxMs }: AsRunPagesDeps) => {
  const endsAt = steady() + maxMs;
  let left = maxBytes;
  return (bytes: number): boolean => {
    left -= bytes;
    return left <= 0 || steady() >= endsAt;
  };
};

/** Reads into a page from a place on. Returns where it ends; undefined if the log has no more. */
const readInto = async (
  page: PageCollector,
  deps: AsRunPagesDeps,
  request: AsRunRequest,
  cursor: Cursor | undefined,
): Promise<Ending | undefined> => {
  const isOver = readingLimit(deps);
  for (const segment of await segmentsOf(deps.folder, request, cursor)) {
    await using handle = await openUnlessRemoved(join(deps.folder, segment.name));
    if (handle === undefined) continue;
    const ending = await readSegment(handle, segment, await endOf(handle, segment, cursor), page, isOver);
    if (ending !== undefined) return ending;
  }
  return undefined;
};

/** Returns what reads pages, newest first. */
export const asRunPages =
  (deps: AsRunPagesDeps): ReadAsRunPage =>
  async (request) => {
    const cursor = request.older === undefined ? undefined : cursorOf(request.older);
    if (request.older !== undefined && cursor === undefined) return undefined;
    const page = new PageCollector(request, deps.dayOf, cursor?.at);
    const ending = await readInto(page, deps, request, cursor);
    const { entries, readTo, unreadable } = page;
    const older = ending === undefined ? null : cursorText(page.cursorAt(ending.at));
    return { entries, older, stopped: ending?.stopped ?? null, readTo, unreadable };
  };
