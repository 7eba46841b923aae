// Executes AMCP commands on a simulated CasparCG server, as far as playing clips and showing graphics needs them.
import type { AmcpContext, AmcpResult } from './amcp.js';
import { parseLine, withId, type ParsedLine } from './amcp-line.js';
import { executeTemplateCommand } from './cg-commands.js';
import { channelInfo, channelList, pathsInfo } from './info.js';
import type { MediaFolder, MediaItem } from './media.js';
import { mediaLine, mediaList } from './media-scanner.js';
import {
  emptyProducer,
  isVisible,
  sought,
  type FileProducer,
  type ImageProducer,
  type Producer,
  type ProducerTransition,
} from './producer.js';
import * as stages from './stage.js';
import type { Stage } from './stage.js';
import { defaultFormat, framesPerSecond, type VideoFormat } from './video-format.js';

type Verb = (context: AmcpContext, parameters: readonly string[]) => AmcpResult | undefined;

const colors = new Set(['BLACK', 'WHITE', 'RED', 'GREEN', 'BLUE', 'ORANGE', 'YELLOW', 'BROWN', 'GRAY', 'TEAL']);

const parseTransition = (options: readonly string[]): ProducerTransition => {
  const at = options.findIndex((option) => /^(mix|push|wipe|slide)$/i.test(option));
  if (at < 0) return { type: 'cut', frames: 0 };
  return { type: options[at]?.toLowerCase() as ProducerTransition['type'], frames: Number(options[at + 1]) || 0 };
};

/** Returns the format of the channel of an address such as `1-10`. */
const formatOf = (channels: readonly VideoFormat[], address: string): VideoFormat =>
  channels[Number.parseInt(address, 10) - 1] ?? defaultFormat;

const producerOf = (
  { media, now, pictureMs, isIneffective, channels }: AmcpContext,
  address: string,
  name: string,
  options: readonly string[],
) => {
  if (/^empty$/i.test(name)) return emptyProducer;
  if (colors.has(name.toUpperCase()) || /^#[0-9a-f]{6,8}$/i.test(name)) return { kind: 'color', color: name } as const;
  const found = media.find(name);
  if (found === undefined) return undefined;
  const file: MediaItem = isIneffective ? { ...found, kind: 'undecodable' } : found;
  const transition = parseTransition(options);
  const rate = { framesPerSecond: framesPerSecond(formatOf(channels, address)) };
  if (file.kind === 'still')
    return { kind: 'image', media: file, transition, pictureAtMs: now, ...rate } as const satisfies ImageProducer;
  const loop = options.some((option) => /^loop$/i.test(option));
  const pictureAtMs = now + pictureMs;
  const times = { pictureAtMs, beginningAtMs: pictureAtMs, pausedAtS: null, held: null };
  return { kind: 'file', media: file, loop, transition, ...rate, ...times } as const satisfies FileProducer;
};

const parseAddress = (channels: readonly VideoFormat[], text = ''): string | undefined => {
  const [, channel = '', layer = '0'] = /^(\d+)(?:-(.*))?$/.exec(text) ?? [];
  const exists = Number(channel) >= 1 && Number(channel) <= channels.length;
  return exists ? `${channel}-${String(Number.parseInt(layer, 10) || 0)}` : undefined;
};

/** A command to a layer. It is unknown if the channel doesn't exist. */
const onLayer =
  (
    name: string,
    change: (context: AmcpContext, address: string, options: readonly string[]) => Stage | undefined,
  ): Verb =>
  (context, [target, ...options]) => {
    const address = parseAddress(context.channels, target);
    if (address === undefined) return undefined;
    const stage = change(context, address, options);
    return stage === undefined
      ? { stage: context.stage, reply: `404 ${name} FAILED\r\n` }
      : { stage, reply: `202 ${name} OK\r\n` };
  };

type ProducerChange = (
  stage: Stage,
  address: string,
  producer: Producer,
  now: number,
  options: readonly string[],
) => Stage;

/** A command that may name a file. */
const withClip = (
  name: string,
  change: ProducerChange,
  withoutClip: (context: AmcpContext, address: string) => Stage | undefined,
): Verb =>
  onLayer(name, (context, address, [clip, ...options]) => {
    if (clip === undefined) return withoutClip(context, address);
    const producer = producerOf(context, address, clip, options);
    if (producer === undefined) return undefined;
    // What needs no decoding would be visible.
    if (context.isIneffective && producer.kind !== 'file') return context.stage;
    return change(context.stage, address, producer, context.now, options);
  });

/** A command that is accepted without effect while the server is ineffective. */
const withEffect =
  (verb: Verb): Verb =>
  (context, parameters) => {
    const result = verb(context, parameters);
    return result !== undefined && context.isIneffective ? { ...result, stage: context.stage } : result;
  };

/** A command to a layer that names no file. */
const withoutFile = (name: string, change: (context: AmcpContext, address: string) => Stage): Verb =>
  withEffect(onLayer(name, change));

const unchanged = (stage: Stage, reply: string): AmcpResult => ({ stage, reply });

/** A function of a file that plays: the file after it, and the number that the reply contains. */
type FileCall = (context: AmcpContext, file: FileProducer, value: string) => readonly [FileProducer, number];

const calls: Readonly<Record<string, FileCall>> = {
  SEEK: ({ now, pictureMs }, file, value) => [
    sought(file, Number(value) / file.framesPerSecond, now, now + pictureMs),
    Number(value),
  ],
  LOOP: (_context, file, value) => {
    const loop = value === '' ? file.loop : value !== '0';
    return [{ ...file, loop }, Number(loop)];
  },
};

/** Calls a function of what a layer plays. Only files have any. */
const call: Verb = withEffect((context, [target, name = '', value = '']) => {
  const { stage, channels } = context;
  const address = parseAddress(channels, target);
  if (address === undefined) return undefined;
  const { foreground } = stages.layerOf(stage, address);
  const fileCall = calls[name.toUpperCase()];
  if (foreground.kind !== 'file' || fileCall === undefined) return unchanged(stage, '202 CALL OK\r\n');
  if (!/^\d*$/.test(value)) return unchanged(stage, '403 CALL FAILED\r\n');
  const [file, number] = fileCall(context, foreground, value);
  const reply = `201 CALL OK\r\n${String(number)}\r\n`;
  return { stage: stages.change(stage, address, file), reply };
});

/** Servers before 2.4 know neither OSC SUBSCRIBE nor CALLBG. */
const isFrom24 = (version: string): boolean => {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > 2 || (major === 2 && minor >= 4);
};

/** What the server reports as the length of a file that it has not opened, or can't decode. */
const unknownLength = '9223372036854775807';

/** Calls a function of what is loaded to follow. Only files reply, as on the real server. */
const callBackground: Verb = ({ stage, channels, now, version }, [target, name = '']) => {
  const address = parseAddress(channels, target);
  if (address === undefined || !isFrom24(version)) return undefined;
  const { background } = stages.layerOf(stage, address);
  if (background.kind !== 'file' || !/^length$/i.test(name)) return unchanged(stage, '');
  const frames = String(Math.round(background.media.durationS * background.framesPerSecond));
  return unchanged(stage, `201 CALLBG OK\r\n${isVisible(background, now) ? frames : unknownLength}\r\n`);
};

const clear: Verb = ({ stage, channels, now, emptyMs }, [target = '']) => {
  const clearAll = (isCleared: (one: string) => boolean): Stage => stages.clear(stage, isCleared, now, now + emptyMs);
  if (/^all$/i.test(target)) return { stage: clearAll(() => true), reply: '202 CLEAR ALL OK\r\n' };
  const address = parseAddress(channels, target);
  if (address === undefined) return undefined;
  const isCleared = (one: string): boolean => (target.includes('-') ? one === address : one.startsWith(`${target}-`));
  return { stage: clearAll(isCleared), reply: '202 CLEAR OK\r\n' };
};

/** The template commands name the layer before their own verb. */
const template: Verb = withEffect((context, [target, ...parameters]) => {
  const address = parseAddress(context.channels, target);
  return address === undefined ? undefined : executeTemplateCommand(context, address, parameters);
});

const info: Verb = ({ stage, channels, now }, [what = '']) => {
  if (/^paths$/i.test(what)) return unchanged(stage, `201 INFO PATHS OK\r\n${pathsInfo}\r\n`);
  const address = parseAddress(channels, what);
  if (address === undefined) return unchanged(stage, `200 INFO OK\r\n${channelList(channels)}`);
  return unchanged(
    stage,
    `201 INFO OK\r\n${channelInfo(stage, Number.parseInt(address, 10), formatOf(channels, address), now)}\r\n`,
  );
};

const osc: Verb = ({ stage, version }, [verb = '', port = '']) => {
  const name = verb.toUpperCase();
  if (!isFrom24(version) || !/^(UN)?SUBSCRIBE$/.test(name)) return undefined;
  if (!/^\d{1,5}$/.test(port)) return { stage, reply: `403 OSC ${name} BAD PORT\r\n` };
  return { stage, reply: `202 OSC ${name} OK\r\n`, osc: { port: Number(port), isOn: name === 'SUBSCRIBE' } };
};

/** A command that the media scanner answers; it fails without a scanner, or if the scanner has no answer. */
const scanned =
  (name: string, answer: (media: MediaFolder, parameter: string) => string | undefined): Verb =>
  ({ stage, media, hasMediaScanner }, [parameter = '']) => {
    const found = hasMediaScanner ? answer(media, parameter) : undefined;
    return unchanged(stage, found ?? `501 ${name} FAILED\r\n`);
  };

const fileInfo = (media: MediaFolder, name: string): string | undefined => {
  const line = mediaLine(media, name);
  return line === undefined ? undefined : `201 CINF OK\r\n${line}`;
};

const failed = (): undefined => undefined;

const verbs: Readonly<Record<string, Verb>> = {
  VERSION: ({ stage, version }) => unchanged(stage, `201 VERSION OK\r\n${version} 69e8ad552 Stable\r\n`),
  INFO: info,
  PLAY: withClip('PLAY', stages.show, ({ stage, now, isIneffective }, address) =>
    isIneffective ? stage : stages.playOn(stage, address, now),
  ),
  LOAD: withClip(
    'LOAD',
    (stage, address, producer, now) => stages.pause(stages.show(stage, address, producer, now), address, now),
    failed,
  ),
  LOADBG: withEffect(
    withClip(
      'LOADBG',
      (stage, address, producer, _now, options) =>
        stages.load(
          stage,
          address,
          producer,
          options.some((option) => /^auto$/i.test(option)),
        ),
      failed,
    ),
  ),
  STOP: withoutFile('STOP', ({ stage, now, emptyMs }, address) => stages.stop(stage, address, now, now + emptyMs)),
  PAUSE: withoutFile('PAUSE', ({ stage, now }, address) => stages.pause(stage, address, now)),
  RESUME: withoutFile('RESUME', ({ stage, now }, address) => stages.resume(stage, address, now)),
  CALL: call,
  CALLBG: callBackground,
  CLEAR: withEffect(clear),
  CG: template,
  OSC: osc,
  CLS: scanned('CLS', (media) => `200 CLS OK\r\n${mediaList(media)}\r\n`),
  CINF: scanned('CINF', fileInfo),
  TLS: scanned('TLS', () => '200 TLS OK\r\n\r\n'),
  FLS: scanned('FLS', () => undefined),
};

/** Verbs that only read. */
const readVerbs = new Set(['VERSION', 'INFO', 'PING', 'OSC', 'CALLBG', 'CLS', 'CINF', 'TLS', 'FLS']);

/** Whether a line may change the server's state. */
export const changesState = (line: string): boolean => !readVerbs.has(parseLine(line).words[0]?.toUpperCase() ?? '');

const unknownCommand = ({ line }: ParsedLine): string => `400 ERROR\r\n${line}\r\n`;

/** Executes a line. */
export const executeLine = (context: AmcpContext, line: string): AmcpResult => {
  const parsed = parseLine(line);
  const { id, words } = parsed;
  const [verb = '', ...parameters] = words;
  if (/^req$/i.test(line.trim())) return unchanged(context.stage, '402  ERROR\r\n');
  if (/^ping$/i.test(verb) && id === undefined)
    return unchanged(context.stage, `${['PONG', ...parameters].join(' ')}\r\n`);
  const result = verbs[verb.toUpperCase()]?.(context, parameters) ?? unchanged(context.stage, unknownCommand(parsed));
  return { ...result, reply: withId(id, result.reply) };
};

/** Returns the reply to a valid line that the server fails to execute. */
export const rejectLine = (line: string): string => {
  const { id, words } = parseLine(line);
  return withId(id, `501 ${words[0]?.toUpperCase() ?? ''} FAILED\r\n`);
};
