// The agent on the operator's machine, which makes calls for the suite.
import { serve } from '../../features/support/remote.js';

/** One request; a body is sent as JSON. */
export interface AgentRequest {
  readonly method: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** A reply; status 0 if there was none. */
export interface AgentReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

const timeoutMs = 10_000;

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

const call = async ({ method, url, headers = {}, body }: AgentRequest): Promise<AgentReply> => {
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  const type: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' };
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const reply = await fetch(url, { method, headers: { ...type, ...headers }, signal, ...sent });
    return {
      status: reply.status,
      headers: Object.fromEntries(reply.headers),
      body: parse(await reply.text()),
    };
  } catch (error) {
    return { status: 0, headers: {}, body: `${String(error)}: ${String((error as Error).cause)}` };
  }
};

const agent = { call };
export type ConsolesAgent = typeof agent;

serve(agent);
