// What a simulated CasparCG server understands, and what it answers: AMCP, as far as playing clips needs it.
import { channelInfo, channelList, pathsInfo } from './info.js';
import type { MediaItem, MediaFolder } from './media.js';
import { empty, type FileProducer, type Producer, type ProducerTransition } from './producer.js';
import * as stages from './stage.js';
import type { Stage } from './stage.js';

/** What a command meets. */
export interface AmcpScene {
  readonly stage: Stage;
  readonly channels: number;
  readonly media: MediaFolder;
  readonly now: number;
  /** How long a file takes from its command to its first picture, milliseconds. */
  readonly pictureMs: number;
  /** Whether nothing comes of what it takes on: it decodes no file, and leaves what runs alone. */
  readonly isIneffective: boolean;
}

/** What comes of a command: the stage afterwards, and the answer without the id of a request. */
export interface Obeyed {
  readonly stage: Stage;
  readonly answer: string;
}

/** A command as it was written. */
interface Written {
  /** Verb and parameters. */
  readonly words: readonly string[];
  /** The whole line, which is echoed where it isn't understood. */
  readonly line: string;
}

type Verb = (scene: AmcpScene, parameters: readonly string[]) => Obeyed | undefined;

/** Splits a line at spaces; quotes hold words together, and a backslash takes the next character as it is. */
export const wordsOf = (line: string): readonly string[] =>
  [...line.matchAll(/"((?:\\.|[^"\\])*)"|((?:\\.|[^ "\\])+)/gs)].map(([, quoted, plain = '']) =>
    (quoted ?? plain).replaceAll(/\\(.)/gs, '$1'),
  );

const colors = new Set(['BLACK', 'WHITE', 'RED', 'GREEN', 'BLUE', 'ORANGE', 'YELLOW', 'BROWN', 'GRAY', 'TEAL']);

const transitionIn = (options: readonly string[]): ProducerTransition => {
  const at = options.findIndex((option) => /^(mix|push|wipe|slide)$/i.test(option));
  if (at < 0) return { type: 'cut', frames: 0 };
  return { type: options[at]?.toLowerCase() as ProducerTransition['type'], frames: Number(options[at + 1]) || 0 };
};

const producerOf = ({ media, now, pictureMs, isIneffective }: AmcpScene, name: string, options: readonly string[]) => {
  if (/^empty$/i.test(name)) return empty;
  if (colors.has(name.toUpperCase()) || /^#[0-9a-f]{6,8}$/i.test(name)) return { kind: 'color', color: name } as const;
  const found = media.find(name);
  if (found === undefined) return undefined;
  const file: MediaItem = isIneffective ? { ...found, kind: 'undecodable' } : found;
  if (file.kind === 'still') return { kind: 'image', media: file } as const;
  const loop = options.some((option) => /^loop$/i.test(option));
  const transition = transitionIn(options);
  const pictureAtMs = now + pictureMs;
  return { kind: 'file', media: file, loop, transition, pictureAtMs, pausedAtS: null } as const satisfies FileProducer;
};

const placeOf = (channels: number, written = ''): string | undefined => {
  const [, channel = '', layer = '0'] = /^(\d+)(?:-(.*))?$/.exec(written) ?? [];
  const isThere = Number(channel) >= 1 && Number(channel) <= channels;
  return isThere ? `${channel}-${String(Number.parseInt(layer, 10) || 0)}` : undefined;
};

/** A command to a layer: not understood where there is no such channel. */
const onLayer =
  (name: string, act: (scene: AmcpScene, place: string, options: readonly string[]) => Stage | undefined): Verb =>
  (scene, [written, ...options]) => {
    const place = placeOf(scene.channels, written);
    if (place === undefined) return undefined;
    const stage = act(scene, place, options);
    return stage === undefined
      ? { stage: scene.stage, answer: `404 ${name} FAILED\r\n` }
      : { stage, answer: `202 ${name} OK\r\n` };
  };

type Placing = (stage: Stage, place: string, producer: Producer, now: number) => Stage;

/** A command that names a file. */
const withClip = (
  name: string,
  placing: Placing,
  without: (scene: AmcpScene, place: string) => Stage | undefined,
): Verb =>
  onLayer(name, (scene, place, [clip, ...options]) => {
    if (clip === undefined) return without(scene, place);
    const producer = producerOf(scene, clip, options);
    return producer === undefined ? undefined : placing(scene.stage, place, producer, scene.now);
  });

/** A command to whatever runs on a layer. */
const changing = (name: string, change: (scene: AmcpScene, place: string) => Stage): Verb =>
  onLayer(name, (scene, place) => (scene.isIneffective ? scene.stage : change(scene, place)));

const clear: Verb = ({ stage, channels }, [written = '']) => {
  if (/^all$/i.test(written)) return { stage: stages.emptyStage, answer: '202 CLEAR ALL OK\r\n' };
  const place = placeOf(channels, written);
  if (place === undefined) return undefined;
  const isMeant = (one: string): boolean => (written.includes('-') ? one === place : one.startsWith(`${written}-`));
  return { stage: stages.clear(stage, isMeant), answer: '202 CLEAR OK\r\n' };
};

const told = (stage: Stage, answer: string): Obeyed => ({ stage, answer });

const info: Verb = ({ stage, channels, now }, [what = '']) => {
  if (/^paths$/i.test(what)) return told(stage, `201 INFO PATHS OK\r\n${pathsInfo}\r\n`);
  const place = placeOf(channels, what);
  if (place === undefined) return told(stage, `200 INFO OK\r\n${channelList(channels)}`);
  return told(stage, `201 INFO OK\r\n${channelInfo(stage, Number.parseInt(place, 10), now)}\r\n`);
};

const nothing = (): undefined => undefined;

const verbs: Readonly<Record<string, Verb>> = {
  VERSION: ({ stage }) => told(stage, '201 VERSION OK\r\n2.5.0 69e8ad552 Stable\r\n'),
  INFO: info,
  PLAY: withClip('PLAY', stages.show, ({ stage, now }, place) => stages.playOn(stage, place, now)),
  LOAD: withClip(
    'LOAD',
    (stage, place, producer, now) => stages.pause(stages.show(stage, place, producer, now), place, now),
    nothing,
  ),
  LOADBG: withClip('LOADBG', stages.load, nothing),
  STOP: changing('STOP', ({ stage }, place) => stages.stop(stage, place)),
  PAUSE: changing('PAUSE', ({ stage, now }, place) => stages.pause(stage, place, now)),
  RESUME: changing('RESUME', ({ stage, now }, place) => stages.resume(stage, place, now)),
  CLEAR: clear,
};

/** Commands that only ask. */
const questions = new Set(['VERSION', 'INFO', 'PING']);

/** Whether a line would change anything. */
export const acts = (line: string): boolean => !questions.has(commandIn(line).words[0]?.toUpperCase() ?? '');

const commandIn = (line: string): Written & { readonly id?: string | undefined } => {
  const [first = '', ...rest] = wordsOf(line);
  if (first.toUpperCase() !== 'REQ') return { line, words: [first, ...rest] };
  const [id, ...words] = rest;
  return { line, words, id };
};

const notUnderstood = ({ line }: Written): string => `400 ERROR\r\n${line}\r\n`;

const withId = (id: string | undefined, answer: string): string => (id === undefined ? answer : `RES ${id} ${answer}`);

/** Obeys a line. */
export const obey = (scene: AmcpScene, line: string): Obeyed => {
  const { id, ...written } = commandIn(line);
  const [verb = '', ...parameters] = written.words;
  if (/^req$/i.test(line.trim())) return told(scene.stage, '402  ERROR\r\n');
  if (/^ping$/i.test(verb) && id === undefined) return told(scene.stage, `${['PONG', ...parameters].join(' ')}\r\n`);
  const obeyed = verbs[verb.toUpperCase()]?.(scene, parameters) ?? told(scene.stage, notUnderstood(written));
  return { ...obeyed, answer: withId(id, obeyed.answer) };
};

/** What a line is answered that can't be obeyed just now, though it is understood. */
export const refuseCommand = (line: string): string => {
  const { id, words } = commandIn(line);
  return withId(id, `501 ${words[0]?.toUpperCase() ?? ''} FAILED\r\n`);
};
