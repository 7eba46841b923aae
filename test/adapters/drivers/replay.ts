// Replays the recording of a wire: the driver gets the recorded commands, and a peer answers it as the equipment did.
import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { equipmentState, type ShownRecord } from '../../../application/connections/shown-equipment.js';
import type { RecordedEntry, RecordedStudio } from '../../../application/connections/wire-recording.js';
import type { DeviceCommand } from '../../../domain/studio/command.js';
import type { StudioLayout } from '../../../domain/studio/layout.js';
import { attachmentsTo } from '../../../application/connections/attachments.js';
import { connectionDrivers } from '../../../infra/service/connection-drivers.js';
import { facePortOf, faceOf, type FaceProtocol } from '../../../infra/simulated/connection-faces.js';
import { manualClock, type ManualClock } from '../../../simulator/clock.js';
import { simulatedStudio } from '../../../simulator/studio.js';
import { settleSockets } from './advance-clock.js';
import { openDrivers, type OpenedDrivers } from './bench.js';

/** A recording: the studio, and what happened from when the connection was opened. */
export interface Recording {
  readonly studio: StudioLayout;
  readonly protocol: FaceProtocol;
  readonly entries: readonly RecordedEntry[];
}

/** Reads the lines of a recording. Throws if the opening of the connection isn't part of it. */
export const readRecording = (text: string): Recording => {
  const [head, ...entries] = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);
  const { studio } = head as RecordedStudio;
  const begin = (entries as RecordedEntry[]).findIndex((entry) => 'change' in entry && entry.change === 'opened');
  assert.notEqual(begin, -1, 'the recording has the opening of the connection: record it with --reopen');
  assert.ok(
    ['command', 'shows', 'direction'].every((kind) => (entries as RecordedEntry[]).some((entry) => kind in entry)),
    'the recording has commands, messages and states',
  );
  const protocol = studio.connections?.[0]?.protocol as FaceProtocol;
  return { studio, protocol, entries: (entries as RecordedEntry[]).slice(begin + 1) };
};

/** The step of the clock, and the longest time that the driver may take for what is recorded next. Milliseconds. */
const stepMs = 5;
const longestMs = 10_000;

const bytesOf = (content: { readonly text: string } | { readonly hex: string }): Buffer =>
  'text' in content ? Buffer.from(content.text) : Buffer.from(content.hex, 'hex');

/** A peer that the driver reaches instead of the equipment. */
interface Peer {
  readonly port: number;
  /** What the driver has sent since it was reached, or since the last {@link consume}. */
  readonly received: () => Buffer;
  /** Forgets the beginning of what it has received. */
  readonly consume: (bytes: number) => void;
  readonly send: (bytes: Buffer) => void;
  readonly isReached: () => boolean;
  readonly hangUp: () => void;
  readonly close: () => void;
}

const overTcp = async (): Promise<Peer> => {
  let socket: Socket | undefined;
  let received = Buffer.alloc(0);
  const server = createServer((accepted) => {
    socket = accepted.setNoDelay(true).on('error', () => undefined);
    received = Buffer.alloc(0);
    accepted.on('data', (chunk: Buffer) => (received = Buffer.concat([received, chunk])));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const hangUp = (): void => {
    socket?.destroy();
    socket = undefined;
  };
  return {
    port: (server.address() as AddressInfo).port,
    received: () => received,
    consume: (bytes) => (received = received.subarray(bytes)),
    send: (bytes) => socket?.write(bytes),
    isReached: () => socket !== undefined,
    hangUp,
    close: () => {
      hangUp();
      server.close();
    },
  };
};

const overUdp = async (): Promise<Peer> => {
  const socket = createSocket('udp4');
  let sender: number | undefined;
  let received = Buffer.alloc(0);
  socket.on('message', (datagram, { port }) => {
    sender = port;
    received = Buffer.concat([received, datagram]);
  });
  await once(socket.bind(0, '127.0.0.1'), 'listening');
  return {
    port: socket.address().port,
    received: () => received,
    consume: (bytes) => (received = received.subarray(bytes)),
    send: (bytes) => {
      if (sender !== undefined) socket.send(bytes, sender, '127.0.0.1');
    },
    isReached: () => sender !== undefined,
    hangUp: () => {
      sender = undefined;
      received = Buffer.alloc(0);
    },
    close: () => socket.close(),
  };
};

/** Returns the studio of a recording, with equipment at a port of this machine. */
const studioAt = ({ studio }: Recording, port: number): StudioLayout => ({
  ...studio,
  connections: studio.connections?.map((one) => ({ ...one, host: '127.0.0.1', port })) ?? [],
});

/** A driver with a recorded studio, on a manual clock. */
interface Driven extends OpenedDrivers {
  readonly shows: (record: ShownRecord) => boolean;
  /** Lets time pass until a condition holds. */
  readonly until: (what: string, holds: () => boolean) => Promise<void>;
}

const driven = (layout: StudioLayout, clock: ManualClock): Driven => {
  const opened = openDrivers(layout, clock);
  const states = { of: () => undefined };
  const records = (): readonly ShownRecord[] =>
    equipmentState({
      layout: () => layout,
      devices: opened.drivers,
      states,
      table: connectionDrivers,
    }).connections.flatMap((one) => one.records);
  const shows = ({ kind, id, connected, shows: words }: ShownRecord): boolean =>
    records().some(
      (one) => one.kind === kind && one.id === id && one.connected === connected && (!connected || one.shows === words),
    );
  const until: Driven['until'] = async (what, holds) => {
    for (let passed = 0; !holds(); passed += stepMs) {
      assert.ok(passed < longestMs, `${what}: did not happen within ${String(longestMs)} ms`);
      await settleSockets();
      if (!holds()) await clock.advance(stepMs);
    }
  };
  return { ...opened, shows, until };
};

const give = ({ drivers }: OpenedDrivers, command: DeviceCommand): void => {
  if ('signal' in command) drivers.signalLines.send(command);
  else if ('camera' in command) drivers.cameras.send(command);
  else drivers.players.send(command as Parameters<typeof drivers.players.send>[0]);
};

/** Replays what the driver receives, and checks that it sends and shows what was recorded. */
export const replayToDriver = async (recording: Recording): Promise<void> => {
  const peer = await (facePortOf(recording.protocol, recording.studio.connections?.[0] ?? {}).transport === 'tcp'
    ? overTcp()
    : overUdp());
  const device = driven(studioAt(recording, peer.port), manualClock());
  const expectSent = async (bytes: Buffer): Promise<void> => {
    await device.until(`it sends ${JSON.stringify(bytes.toString())}`, () => peer.received().length >= bytes.length);
    assert.equal(peer.received().subarray(0, bytes.length).toString('latin1'), bytes.toString('latin1'));
    peer.consume(bytes.length);
  };
  const replay = async (entry: RecordedEntry): Promise<void> => {
    if ('command' in entry) give(device, entry.command);
    else if ('shows' in entry)
      await device.until(`it shows ${JSON.stringify(entry.shows)}`, () => device.shows(entry.shows));
    else if ('change' in entry) peer.hangUp();
    else {
      await device.until('it connects', peer.isReached);
      if (entry.direction === 'sent') await expectSent(bytesOf(entry));
      else peer.send(bytesOf(entry));
    }
  };
  try {
    for (const entry of recording.entries) await replay(entry);
    await settleSockets();
    assert.equal(peer.received().toString('latin1'), '', 'the driver sends nothing more');
  } finally {
    device.close();
    peer.close();
  }
};

/** Gives the commands of a recording to simulated equipment, and checks that it comes to show what was recorded. */
export const replayToSimulatedEquipment = async (recording: Recording): Promise<void> => {
  const clock = manualClock();
  const { studio, protocol } = recording;
  const devices = simulatedStudio(studio, clock);
  const [settings = { id: '' }] = studio.connections ?? [];
  const face = faceOf(protocol, devices, { settings, attachments: attachmentsTo(studio, settings.id) });
  const port = await face.listen(0, '127.0.0.1');
  const device = driven(studioAt(recording, port), clock);
  try {
    let begun = false;
    for (const entry of recording.entries) {
      if ('command' in entry) {
        await device.until('it is connected', () => begun || isConnected(device, studio));
        begun = true;
        give(device, entry.command);
      } else if (begun && 'shows' in entry)
        await device.until(`it shows ${JSON.stringify(entry.shows)}`, () => device.shows(entry.shows));
    }
  } finally {
    device.close();
    await face.close();
    devices.stop();
  }
};

const isConnected = ({ drivers }: OpenedDrivers, { signals, cameras, outputs }: StudioLayout): boolean =>
  signals.every(({ id }) => drivers.signalLines.connected(id)) &&
  cameras.every(({ id }) => drivers.cameras.connected(id)) &&
  outputs.every(({ id }) => drivers.players.state(id).connected);
