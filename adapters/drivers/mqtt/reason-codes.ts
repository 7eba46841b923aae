// What the reason codes of a broker mean (MQTT 3.1.1 and MQTT 5).
import { fieldOf } from '../../../domain/codec/unchecked.js';

/** Reason codes of a refused user or password: those of MQTT 3.1.1 and of MQTT 5. */
const refusals: readonly (number | undefined)[] = [4, 5, 0x86, 0x87, 0x8a];

/** Whether a broker refused the user or the password. */
export const isRefusal = (code: number | undefined): boolean => refusals.includes(code);

/** What a broker says to a client whose id another one has taken (MQTT 5). */
export const sessionTakenOver = 0x8e;

/** What a broker answers if no client has subscribed to a message's topic (MQTT 5). */
const noSubscribers = 0x10;

/** Returns why a broker doesn't accept a command; undefined if it does. */
export const refusalOf = (error: string | undefined, code: number | undefined, topic: string): string | undefined => {
  if (error !== undefined) return `the broker refused the command: ${error}`;
  return code === noSubscribers ? `no device has subscribed to the topic "${topic}"` : undefined;
};

/** Returns the reason code of an acknowledgement, or of an error. */
export const codeOf = (value: object | null | undefined, name: string): number | undefined => {
  const code = fieldOf(value, name);
  return typeof code === 'number' ? code : undefined;
};

/** Returns the topics of a subscription that the broker refused. */
export const refusedTopics = (topics: readonly string[], granted: readonly unknown[] | undefined): readonly string[] =>
  granted === undefined ? topics : topics.filter((_, index) => Number(granted[index]) >= 0x80);
