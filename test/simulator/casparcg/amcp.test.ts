// What lines do to the layers of a simulated CasparCG server, without time and network.
import { expect, it } from 'vitest';
import type { AmcpContext, AmcpResult } from '../../../simulator/casparcg/amcp.js';
import { executeLine } from '../../../simulator/casparcg/commands.js';
import { mediaItem, MediaFolder } from '../../../simulator/casparcg/media.js';
import { playbackTimeS } from '../../../simulator/casparcg/producer.js';
import { receivedTexts } from '../../../simulator/casparcg/template-page.js';
import { emptyStage, layerOf, visibleProducer, type Stage } from '../../../simulator/casparcg/stage.js';
import { videoFormats } from '../../../simulator/casparcg/video-format.js';

const context = (stage: Stage, changes: Partial<AmcpContext> = {}): AmcpContext => ({
  stage,
  channels: [videoFormats.p25, videoFormats.p50, ...Array<typeof videoFormats.p25>(9).fill(videoFormats.p25)],
  media: new MediaFolder([mediaItem('opener', 10), mediaItem('weather', 60), mediaItem('logo', 0, { kind: 'still' })]),
  templates: new Map([['news/ticker', 'page']]),
  hasMediaScanner: false,
  now: 1_000,
  pictureMs: 0,
  emptyMs: 0,
  version: '2.5.0',
  isIneffective: false,
  ...changes,
});

/** Executes lines one after the other, a second apart. */
const executed = (lines: readonly string[], stage = emptyStage): AmcpResult =>
  lines.reduce<AmcpResult>(
    (before, line, index) => executeLine(context(before.stage, { now: 1_000 * (index + 1) }), line),
    { stage, reply: '' },
  );

const positionS = (stage: Stage, address: string, now: number): number | undefined => {
  const producer = visibleProducer(layerOf(stage, address), now);
  return producer.kind === 'file' ? playbackTimeS(producer, now) : undefined;
};

it.each([
  ['1-10', 4],
  ['2-10', 2],
])('a seek counts the frames of its channel: %s', (address, seconds) => {
  const { stage, reply } = executed([`PLAY ${address} opener`, `CALL ${address} SEEK 100`]);
  expect(reply).toBe('201 CALL OK\r\n100\r\n');
  expect(positionS(stage, address, 2_000)).toBe(seconds);
  expect(positionS(stage, address, 3_000)).toBe(seconds + 1);
});

it('a paused file stays paused at the position that is sought, and goes on from there', () => {
  const { stage } = executed(['PLAY 1-10 opener', 'PAUSE 1-10', 'CALL 1-10 SEEK 50']);
  expect([4_000, 9_000].map((now) => positionS(stage, '1-10', now))).toEqual([2, 2]);
  const resumed = executeLine(context(stage, { now: 9_000 }), 'RESUME 1-10').stage;
  expect(positionS(resumed, '1-10', 10_000)).toBe(3);
  expect(executeLine(context(resumed, { now: 10_000 }), 'RESUME 1-10').stage.get('1-10')).toEqual(resumed.get('1-10'));
});

it('a loop begins again at its end, whatever the case of the word', () => {
  const { stage } = executed(['PLAY 1-10 opener Loop']);
  expect([8_000, 11_000, 14_000].map((now) => positionS(stage, '1-10', now))).toEqual([7, 0, 3]);
});

it('channel 1 is not shown with, or cleared like, a channel that begins with the same digit', () => {
  const { stage, reply } = executed(['PLAY 11-10 weather', 'PLAY 1-10 opener', 'INFO 1']);
  expect(reply).toContain('<name>opener</name>');
  expect(reply).not.toContain('weather');
  const cleared = executeLine(context(stage, { now: 5_000 }), 'CLEAR 1').stage;
  expect(['1-10', '11-10'].map((address) => visibleProducer(layerOf(cleared, address), 6_000).kind)).toEqual([
    ...['empty', 'file'],
  ]);
});

const shown = ['PLAY 1-10 opener', 'LOADBG 1-10 weather', 'CG 1-20 ADD 0 news/ticker 1 {"a":"b"}'];

it.each([
  ...['PLAY 1-10', 'PLAY 1-10 EMPTY', 'PLAY 1-10 RED', 'LOADBG 1-10 opener', 'STOP 1-10', 'PAUSE 1-10', 'RESUME 1-10'],
  ...['CALL 1-10 SEEK 5', 'CALL 1-10 LOOP 1', 'CLEAR 1', 'CLEAR 1-10', 'CLEAR ALL'],
  ...['CG 1-20 STOP 0', 'CG 1-20 REMOVE 0', 'CG 1-20 UPDATE 0 "{}"', 'CG 1-20 CLEAR', 'CG 1-30 ADD 0 news/ticker 1'],
])('an ineffective server accepts the line and changes no layer: %s', (line) => {
  const { stage } = executed(shown);
  const effective = executeLine(context(stage, { now: 5_000 }), line);
  const ineffective = executeLine(context(stage, { now: 5_000, isIneffective: true }), line);
  expect(ineffective.reply).toBe(effective.reply);
  expect(effective.reply).toMatch(/^20[12] /);
  expect(ineffective.stage).toEqual(stage);
});

it.each(['PLAY', 'LOAD'])('an ineffective server shows no picture of a file: %s', (verb) => {
  const stage = executeLine(context(emptyStage, { isIneffective: true }), `${verb} 1-10 opener`).stage;
  expect(visibleProducer(layerOf(stage, '1-10'), 60_000)).toEqual({ kind: 'empty' });
});

it('a template is found whatever its case is, and keeps its texts when an update does not reach it', () => {
  const textsAfter = (...lines: readonly string[]): unknown => {
    const { foreground } = layerOf(executed(lines).stage, '1-20');
    return foreground.kind === 'html' && [foreground.page.texts, foreground.page.failures];
  };
  const add = String.raw`CG 1-20 ADD 0 "NEWS/Ticker" 1 "{\"a\":\"b\"}"`;
  expect(textsAfter(add)).toEqual([{ a: 'b' }, 0]);
  expect(textsAfter(add, 'CG 1-20 UPDATE 0 "nonsense"')).toEqual([{ a: 'b' }, 1]);
  expect(textsAfter(add, String.raw`CG 1-20 UPDATE 0 "{\"c\":\"d\"}"`)).toEqual([{ c: 'd' }, 0]);
});

it.each([
  ['2.5.10', undefined],
  ['2.6.0', { a: 'x\ny' }],
  ['2.10.0', { a: 'x\ny' }],
  ['3.0.0', { a: 'x\ny' }],
])('a server of version %s brings an escaped line break to the page as it is since 2.6: %j', (version, texts) => {
  expect(receivedTexts(String.raw`{"a":"x\ny"}`, version)).toEqual(texts);
});
