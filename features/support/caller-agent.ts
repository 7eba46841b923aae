// Makes calls on behalf of the scenarios, from the network namespace or container that it runs in.
import { setImmediate as turn } from 'node:timers/promises';
import type { ScenarioResponse, Eventually, StreamContent, ScenarioStream } from './driver.js';
import { openHttpStream, sendHttp, type HttpCall } from './http.js';

interface OpenCall {
  readonly answer: Promise<ScenarioResponse>;
  readonly connection: AbortController;
  answered: boolean;
}

const calls = new Map<number, OpenCall>();
let lastId = 0;

const callWith = (id: number): OpenCall => {
  const call = calls.get(id);
  if (call === undefined) throw new Error(`unknown call ${String(id)}`);
  return call;
};

const begin = (call: HttpCall): number => {
  const connection = new AbortController();
  const open: OpenCall = { answer: sendHttp({ ...call, signal: connection.signal }), connection, answered: false };
  const ended = () => (open.answered = true);
  open.answer.then(ended, ended);
  calls.set((lastId += 1), open);
  return lastId;
};

const streams = new Map<number, ScenarioStream>();

const streamWith = (id: number): ScenarioStream => {
  const stream = streams.get(id);
  if (stream === undefined) throw new Error(`unknown stream ${String(id)}`);
  return stream;
};

/** Registers a stream for remote use, and returns its id. */
export const registerStream = (stream: ScenarioStream): number => {
  streams.set((lastId += 1), stream);
  return lastId;
};

/** The functions of an agent that makes calls. */
export const callerAgent = {
  /** Sends a call, and returns its id. */
  begin,
  /** Reports whether a call is answered. `probe` is a call that is answered after everything that was sent before. */
  isAnswered: async (id: number, probe: HttpCall): Promise<boolean> => {
    if (!callWith(id).answered) await sendHttp(probe);
    await turn();
    return callWith(id).answered;
  },
  answer: async (id: number): Promise<ScenarioResponse> => callWith(id).answer,
  /** Opens a stream, and returns its id. */
  openStream: (call: HttpCall): number => registerStream(openHttpStream(call)),
  received: (id: number): Eventually<StreamContent> => streamWith(id).received(),
  closeStream: (id: number): Eventually<void> => streamWith(id).disconnect(),
  disconnect: async (id: number): Promise<void> => {
    callWith(id).connection.abort();
    await callWith(id).answer.catch(() => undefined);
  },
};
export type CallerAgent = typeof callerAgent;
