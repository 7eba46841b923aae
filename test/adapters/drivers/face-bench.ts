// Simulated equipment under test by itself: a client without a driver sends it bytes.
import { once } from 'node:events';
import { connect } from 'node:net';
import { attachmentsTo } from '../../../application/connections/attachments.js';
import { faceOf, type FaceProtocol } from '../../../infra/simulated/connection-faces.js';
import { manualClock, type ManualClock } from '../../../simulator/clock.js';
import { demoStudio } from '../../../simulator/demo-studio.js';
import { simulatedStudio, type SimulatedStudio } from '../../../simulator/studio.js';
import { advanceInSteps } from './advance-clock.js';
import { eventually } from '../../support/eventually.js';
import { connectionId, layoutWith, type BenchOptions } from './bench.js';

/** Simulated equipment that listens on a port of 127.0.0.1. */
export interface FaceBench {
  readonly clock: ManualClock;
  readonly studio: SimulatedStudio;
  readonly port: number;
  /** Lets time pass until a condition holds. */
  readonly passUntil: (what: string, holds: () => boolean) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Opens equipment. */
export const faceBench = async (protocol: FaceProtocol, options: BenchOptions): Promise<FaceBench> => {
  const clock = manualClock();
  const studio = simulatedStudio(demoStudio, clock);
  const attachments = attachmentsTo(layoutWith(protocol, {}, options), connectionId);
  const { settings = {} } = options;
  const face = faceOf(protocol, studio, { settings, attachments });
  return {
    clock,
    studio,
    port: await face.listen(0, '127.0.0.1'),
    passUntil: (what, holds) =>
      eventually(what, async () => {
        if (!holds()) await advanceInSteps(clock, 5);
        return holds();
      }),
    close: async () => {
      studio.stop();
      await face.close();
    },
  };
};

/** A client over TCP. */
export interface RawClient {
  readonly send: (bytes: string | Buffer) => void;
  /** All that has arrived. */
  readonly received: () => Buffer;
  readonly isClosed: () => boolean;
  readonly end: () => void;
}

/** Connects a client to a port of 127.0.0.1. */
export const rawClient = async (port: number): Promise<RawClient> => {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  const chunks: Buffer[] = [];
  let isClosed = false;
  socket.on('data', (chunk) => chunks.push(chunk)).once('close', () => (isClosed = true));
  await once(socket, 'connect');
  return {
    send: (bytes) => void socket.write(bytes),
    received: () => Buffer.concat(chunks),
    isClosed: () => isClosed,
    end: () => void socket.destroy(),
  };
};
