// The studio file that describes a CasparCG server.
import * as E from 'fp-ts/lib/Either.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readMediaList } from '../../../adapters/drivers/casparcg/media-list.js';
import type { ServerContent } from '../../../adapters/drivers/casparcg/discovery.js';
import { parseServer } from '../../../infra/studio-file/discover.js';
import { draftStudio } from '../../../infra/studio-file/discovered-studio.js';
import { readStudioText } from '../../../infra/studio-file/studio-file.js';
import type { StudioLayout } from '../../../domain/studio/layout.js';

const address = { host: '192.168.1.50', port: 5250 };
const ids = ['f7b7b2c0-3c1d-4f0e-9a5e-6d1c2b3a4f5e', '0e9d8c7b-6a5f-4e3d-8c2b-1a0f9e8d7c6b'] as const;

const content = (lines: readonly string[], changes: Partial<ServerContent> = {}): ServerContent => ({
  version: '2.5.0 69e8ad552 Stable',
  channels: [{ number: 1, videoMode: '1080i5000' }],
  media: E.right(readMediaList(lines.join('\n'))),
  ...changes,
});

const file = (name: string, length = '250 1/25', type = 'MOVIE') =>
  `"${name}"  ${type}  8311273 20261121010917 ${length}`;

const draft = (server: ServerContent) => draftStudio(address, server, ids);

const layoutOf = (text: string): StudioLayout => {
  const read = readStudioText(text);
  if (E.isLeft(read)) throw new Error(read.left.map(({ message }) => message).join('; '));
  return read.right;
};

const clipsOf = (...lines: readonly string[]) => layoutOf(draft(content(lines)).text).banks[0]?.clips;

describe('the studio file of a server', () => {
  it('@DISCOVER-2: has an output for each channel', () => {
    const channels = [
      { number: 1, videoMode: '1080i5000' },
      { number: 2, videoMode: 'PAL' },
    ];
    const { connections, outputs } = layoutOf(draft(content([], { channels })).text);
    expect(connections).toEqual([{ id: 'casparcg', protocol: 'casparcg', host: '192.168.1.50' }]);
    expect(outputs).toMatchObject([
      {
        slot: 'channel-1',
        name: 'Channel 1 (1080i5000)',
        player: { connection: 'casparcg', channel: 1, layers: { full: 10 } },
      },
      { slot: 'channel-2', name: 'Channel 2 (PAL)', player: { channel: 2 } },
    ]);
  });

  it('@DISCOVER-2: has a clip for each file, with its length', () => {
    const ntsc = file('NEWS/OPENING TITLES', '300 1001/30000');
    expect(clipsOf(file('AMB'), ntsc, file('TONE', '240000 1/48000', 'AUDIO'), file('LOGO', '0 0/1', 'STILL'))).toEqual(
      [
        { number: 1, key: 'amb', name: 'AMB', durationMs: 10_000, media: 'AMB' },
        {
          number: 2,
          key: 'news-opening-titles',
          name: 'NEWS/OPENING TITLES',
          durationMs: 10_010,
          media: 'NEWS/OPENING TITLES',
        },
        { number: 3, key: 'tone', name: 'TONE', durationMs: 5_000, media: 'TONE' },
        { number: 4, key: 'logo', name: 'LOGO', media: 'LOGO' },
      ],
    );
  });

  it('gives clips keys that differ, and that no number can be mistaken for', () => {
    expect(clipsOf(file('A B'), file('A-B'), file('a/b'), file('007'), file('()'))?.map(({ key }) => key)).toEqual([
      'a-b',
      'a-b-2',
      'a-b-3',
      'clip-007',
      'clip-',
    ]);
  });

  it('cuts a name and a key to their longest lengths, never within a character, and keeps the media', () => {
    const [long, other] = [`${'X'.repeat(127)}𝐀Y`, `${'X'.repeat(127)}𝐀Z`];
    expect(clipsOf(file(long), file(other), file('Y'.repeat(128)))).toMatchObject([
      { key: 'x'.repeat(64), name: 'X'.repeat(127), media: long },
      { key: `${'x'.repeat(62)}-2`, name: 'X'.repeat(127), media: other },
      { key: 'y'.repeat(64), name: 'Y'.repeat(128), media: 'Y'.repeat(128) },
    ]);
  });

  it('cuts long notes', () => {
    const { notes } = draft(content([file('AMB'), file(`${'A;'.repeat(400)}B`)]));
    expect(notes.map(({ length }) => length)).toEqual(['left out: '.length + 300]);
  });

  it.each([
    [file('RED'), /left out: the media "RED" is a reserved word of CasparCG/],
    [file('A;B'), /left out: the media "A;B" is not a path/],
    [file('LONG', '3000000 1/25'), /left out: it is longer than a day/],
    ['"DAMAGED"  MOVIE  8311273', /1 lines of the list can not be read/],
  ])('notes a file that can’t be a clip: %s', (line, note) => {
    const { text, notes } = draft(content([file('AMB'), line]));
    expect(notes.join('\n')).toMatch(note);
    expect(text).toMatch(note);
    expect(layoutOf(text).banks[0]?.clips).toHaveLength(1);
  });

  it('@DISCOVER-3: notes that the server lists no media', () => {
    const { text, notes } = draft(content([], { media: E.left('replied to CLS with 501 CLS FAILED') }));
    expect(notes).toEqual([
      expect.stringMatching(/there are no clips: the server replied to CLS with 501 CLS FAILED.*media scanner/),
    ]);
    expect(layoutOf(text).outputs).toHaveLength(1);
  });

  it('notes a channel that no output can have, and a server without channels', () => {
    const none = draft(content([], { channels: [{ number: 100, videoMode: 'PAL' }] }));
    expect(none.notes).toEqual(['left out: channel 100, because channels are numbered from 1 to 99']);
    expect(draft(content([], { channels: [] })).notes).toEqual(['there are no outputs: the server has no channels']);
  });

  it('lists as many clips as a studio file may have, and notes how many it lacks', () => {
    const lines = Array.from({ length: 12_000 }, (_, index) => file(`FOLDER ${String(index)}/A RATHER LONG FILE NAME`));
    const { text, notes } = draft(content(lines));
    const count = layoutOf(text).banks[0]?.clips.length ?? 0;
    expect(count).toBeGreaterThan(5_000);
    expect(notes).toEqual([`only ${String(count)} of 12000 clips are listed, because a studio file has bounds`]);
  });

  it('counts the bytes of names, of which a letter can have several', () => {
    const lines = Array.from({ length: 5_000 }, (_, index) => file(`${'Ж'.repeat(100)}${String(index)}`));
    const { text, notes } = draft(content(lines));
    expect(layoutOf(text).banks[0]?.clips.length).toBeLessThan(5_000);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(1_048_576);
    expect(notes).toEqual([expect.stringMatching(/^only \d+ of 5000 clips are listed/)]);
  });

  it('is valid for any names, video modes and versions', () => {
    const name = fc.oneof(
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 300 }),
      fc.string({ unit: 'binary', minLength: 1, maxLength: 80 }),
    );
    const channel = fc.record({ number: fc.nat(200), videoMode: name });
    const channels = fc.uniqueArray(channel, { selector: ({ number }) => number, maxLength: 5 });
    const lengths = fc.constantFrom('250 1/25', '0 0/1', '1 1/48000', '99999999 1/1', '5 0/0');
    fc.assert(
      fc.property(fc.array(fc.tuple(name, lengths), { maxLength: 20 }), channels, name, (files, all, version) => {
        const lines = files.map(([fileName, length]) => file(fileName, length));
        const { text } = draft(content(lines, { channels: all, version }));
        expect(readStudioText(text)).toMatchObject(E.right({ id: ids[1] }));
      }),
      { numRuns: 100 },
    );
  });

  it('@DISCOVER-2: has a key of its own for each of many files whose names lead to the same one', () => {
    const keys = clipsOf(...Array.from({ length: 6_000 }, () => file('A&,B')))?.map(({ key }) => key) ?? [];
    expect(keys.slice(0, 3)).toEqual(['a-b', 'a-b-2', 'a-b-3']);
    expect(new Set(keys).size).toBe(6_000);
  });

  it('@DISCOVER-2: takes a time that grows with the number of files alone', () => {
    const keys = Array.from({ length: 60_000 }, () => file('A&,B'));
    expect(draft(content(keys)).notes.at(-1)).toMatch(/^only \d+ of 60000 clips are listed/);
  });
});

describe('the server to ask', () => {
  it.each([
    ['caspar', { host: 'caspar', port: 5250 }],
    ['192.168.1.50:5251', { host: '192.168.1.50', port: 5251 }],
    ['fd00::1', { host: 'fd00::1', port: 5250 }],
    ['[fd00::1]', { host: 'fd00::1', port: 5250 }],
    ['[fd00::1]:1', { host: 'fd00::1', port: 1 }],
  ])('is read from %s', (text, server) => {
    expect(parseServer(text)).toEqual(server);
  });

  it.each([
    '',
    ':5250',
    'caspar:',
    'caspar:0',
    'caspar:65536',
    'caspar:x',
    '[caspar]',
    'a:b:c',
    'http://caspar',
    'a b',
  ])('is not %j', (text) => {
    expect(parseServer(text)).toBeUndefined();
  });
});
