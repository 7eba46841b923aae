// Makes calls from where it runs, on behalf of the scenarios.
import { setImmediate as turn } from 'node:timers/promises';
import type { ScenarioAnswer, Eventually, StreamContent, ScenarioStream } from './driver.js';
import { followHttp, sendHttp, type HttpCall } from './http.js';

interface Line {
  readonly answer: Promise<ScenarioAnswer>;
  readonly hangUp: AbortController;
  answered: boolean;
}

const lines = new Map<number, Line>();
let last = 0;

const lineOf = (id: number): Line => {
  const line = lines.get(id);
  if (line === undefined) throw new Error(`there is no call ${String(id)}`);
  return line;
};

const begin = (call: HttpCall): number => {
  const hangUp = new AbortController();
  const line: Line = { answer: sendHttp({ ...call, signal: hangUp.signal }), hangUp, answered: false };
  const ended = () => (line.answered = true);
  line.answer.then(ended, ended);
  lines.set((last += 1), line);
  return last;
};

const followed = new Map<number, ScenarioStream>();

const followedAs = (id: number): ScenarioStream => {
  const stream = followed.get(id);
  if (stream === undefined) throw new Error(`there is no stream ${String(id)}`);
  return stream;
};

/** Keeps a stream for whoever asks from afar, and tells its number. */
export const keepStream = (stream: ScenarioStream): number => {
  followed.set((last += 1), stream);
  return last;
};

/** What an agent does. */
export const callerAgent = {
  /** Sends a call and tells its number. */
  begin,
  /** Whether a call is answered; `probe` is a call whose answer comes after everything that was sent before. */
  isAnswered: async (id: number, probe: HttpCall): Promise<boolean> => {
    if (!lineOf(id).answered) await sendHttp(probe);
    await turn();
    return lineOf(id).answered;
  },
  answer: async (id: number): Promise<ScenarioAnswer> => lineOf(id).answer,
  /** Opens a stream and tells its number. */
  follow: (call: HttpCall): number => keepStream(followHttp(call)),
  heard: (id: number): Eventually<StreamContent> => followedAs(id).heard(),
  leave: (id: number): Eventually<void> => followedAs(id).hangUp(),
  hangUp: async (id: number): Promise<void> => {
    lineOf(id).hangUp.abort();
    await lineOf(id).answer.catch(() => undefined);
  },
};
export type CallerAgent = typeof callerAgent;
