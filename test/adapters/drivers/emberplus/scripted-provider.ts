// A provider that answers requests as a test specifies, and the driver that is connected to it.
import { Buffer } from 'node:buffer';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import type { SignalLines } from '../../../../application/ports/signal-lines.js';

import { silent } from '../../../../features/support/silent-log.js';
import type { ManualClock } from '../../../../simulator/clock.js';
import { requestsIn, type ConsumerRequest } from '../../../../simulator/emberplus/requests.js';
import { keepAliveAnswer, takeFrames } from '../../../../simulator/emberplus/s101.js';
import { layoutWith, openDrivers, type OpenedDrivers } from '../bench.js';
import { eventually } from '../../../support/eventually.js';

/** A request, with its path as text. */
export type ScriptedRequest = ConsumerRequest & { readonly at: string };

/** Returns the frames that answer a request. */
export type Script = (request: ScriptedRequest) => readonly Buffer[];

/** The driver, its provider, and functions that operate both. */
export interface ScriptedBench extends OpenedDrivers {
  readonly signalLines: SignalLines;
  readonly clock: ManualClock;
  readonly received: ScriptedRequest[];
  /** How many keep-alive requests arrived, and how many connections there were. */
  readonly keepAlives: () => number;
  readonly connections: () => number;
  /** The warnings of the log. */
  readonly warnings: readonly Readonly<Record<string, unknown>>[];
  readonly script: (script: Script) => void;
  readonly answerKeepAlives: (does: boolean) => void;
  readonly send: (bytes: Buffer) => void;
  readonly pass: (ms: number) => Promise<void>;
  /** Lets time pass in one step. */
  readonly leap: (ms: number) => Promise<void>;
  readonly passUntil: (what: string, holds: () => boolean) => Promise<void>;
  readonly end: () => void;
}

/** Connects a driver with lines to a provider. */
export const scriptedBench = async (
  lines: Readonly<Record<string, object>>,
  initial: Script,
): Promise<ScriptedBench> => {
  let script = initial;
  let answersKeepAlives = true;
  let keepAlives = 0;
  let connections = 0;
  const received: ScriptedRequest[] = [];
  const warnings: Record<string, unknown>[] = [];
  const sockets = new Set<Socket>();
  const server = createServer({ noDelay: true }, (socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    let rest: Buffer = Buffer.alloc(0);
    socket.on('data', (chunk) => {
      const taken = takeFrames(Buffer.concat([rest, chunk]));
      if (taken === undefined) throw new Error('the driver sent no S101');
      ({ rest } = taken);
      for (const { command, payload } of taken.frames) {
        if (command === 'keep-alive-request') keepAlives += 1;
        if (command === 'keep-alive-request' && answersKeepAlives) socket.write(keepAliveAnswer);
        if (command !== 'ember') continue;
        for (const request of requestsIn(payload)) {
          const scripted = { ...request, at: request.path.join('.') };
          received.push(scripted);
          for (const answer of script(scripted)) socket.write(answer);
        }
      }
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const log = {
    ...silent,
    warn: (_: string, fields?: Readonly<Record<string, unknown>>) => warnings.push(fields ?? {}),
  };
  const opened = openDrivers(layoutWith('emberplus', { host: '127.0.0.1', port }, { lines }), undefined, log);
  const leap = async (ms: number): Promise<void> => {
    await opened.clock.advance(ms);
    for (let turns = 0; turns < 4; turns += 1) await turn();
  };
  const pass = async (ms: number): Promise<void> => {
    const stepMs = ms > 2_000 ? 100 : 10;
    for (let passed = 0; passed < ms; passed += stepMs) await leap(stepMs);
  };
  return {
    ...opened,
    signalLines: opened.drivers.signalLines,
    received,
    warnings,
    keepAlives: () => keepAlives,
    connections: () => connections,
    script: (next) => (script = next),
    answerKeepAlives: (does) => (answersKeepAlives = does),
    send: (bytes) => {
      for (const socket of sockets) socket.write(bytes);
    },
    leap,
    pass,
    passUntil: (what, holds) =>
      eventually(what, async () => {
        if (!holds()) await pass(10);
        return holds();
      }),
    end: () => {
      opened.close();
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
};
