// Runs on the operator's machine: makes the calls that the suite wants made from there.
import { serve } from '../../features/support/remote.js';

/** One call; a body is sent as JSON. */
export interface OutpostCall {
  readonly method: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** An answer; status 0 where none came. */
export interface OutpostAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

const patienceMs = 10_000;

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

const call = async ({ method, url, headers = {}, body }: OutpostCall): Promise<OutpostAnswer> => {
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  const type: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' };
  try {
    const signal = AbortSignal.timeout(patienceMs);
    const answer = await fetch(url, { method, headers: { ...type, ...headers }, signal, ...sent });
    return {
      status: answer.status,
      headers: Object.fromEntries(answer.headers),
      body: parse(await answer.text()),
    };
  } catch (error) {
    return { status: 0, headers: {}, body: `${String(error)}: ${String((error as Error).cause)}` };
  }
};

const agent = { call };
export type ConsolesAgent = typeof agent;

serve(agent);
