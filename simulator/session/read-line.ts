// Reads a line of a recording after the first.
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { decodeOrMessage, wordsOf } from '../../domain/codec/issues.js';
import { CallLine, ConfigurationLine, DisconnectLine, SteeringLine, StopLine, type InputLine } from './lines.js';

const codecs: Readonly<Record<string, t.Decoder<unknown, InputLine>>> = {
  call: CallLine,
  steering: SteeringLine,
  disconnect: DisconnectLine,
  configuration: ConfigurationLine,
  stop: StopLine,
};

const answers = ['answer', 'part', 'ended'];

const names = [...Object.keys(codecs), ...answers].join(', ');

/** Returns what a replay repeats of a line: undefined for an answer. Returns what was expected of a line that is malformed. */
export const readLine = (content: unknown): E.Either<string, InputLine | undefined> => {
  if (!t.UnknownRecord.is(content))
    return E.left(`expected an object with one of ${names}, got ${wordsOf(content) ?? 'a list'}`);
  const kind = Object.keys(codecs).find((name) => Object.hasOwn(content, name));
  const codec = kind === undefined ? undefined : codecs[kind];
  if (codec !== undefined) return decodeOrMessage(codec, content);
  return answers.some((name) => Object.hasOwn(content, name))
    ? E.right(undefined)
    : E.left(`expected one of the fields ${names}, got ${Object.keys(content).join(', ').slice(0, 200) || 'none'}`);
};
