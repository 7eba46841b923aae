// An ATEM switcher that is written by hand: it opens sessions, sends what a test wants, and records what it receives.
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { silent } from '../../../../features/support/silent-log.js';
import {
  contentsOf,
  readPacket,
  writeField,
  writeHandshake,
  writePacket,
  type ClientPacket,
  type SwitcherPacket,
} from '../../../../simulator/atem/packets.js';
import { eventually } from '../../../support/eventually.js';
import { layoutWith, openDrivers, type OpenedDrivers } from '../bench.js';

/** A report of the switcher: its name, and its data in hexadecimal digits. */
export type Reported = readonly [string, string];

/** Returns the state of a recorded switcher. */
export const recorded = (name: string): readonly Reported[] =>
  readFileSync(resolve(import.meta.dirname, 'recordings', `${name}.txt`), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => [line.slice(0, 4), line.slice(5)]);

/** How the switcher answers. */
export interface PeerOptions {
  /** Whether it rejects sessions. */
  isFull?: boolean;
  /** Whether it acknowledges nothing. */
  isDeaf?: boolean;
}

/** A driver, and the switcher that it is connected to. */
export interface AtemPeer extends OpenedDrivers {
  readonly port: number;
  readonly options: PeerOptions;
  /** The commands that have arrived. Those of a packet with the flag for repetition begin with `repeated`. */
  readonly commands: string[];
  /** What clients have said about sessions: 1 for a hello, 4 for an end. */
  readonly handshakes: number[];
  readonly warnings: string[];
  /** The number of the last packet that was sent. */
  sent: number;
  /** The last of the switcher's packets that the client has acknowledged. */
  acknowledged: number;
  /** Sends a packet within the session. */
  readonly send: (packet: Omit<SwitcherPacket, 'session'>) => void;
  /** Sends reports, with the next number. */
  readonly report: (...reports: readonly Reported[]) => void;
  readonly end: () => void;
  readonly pass: (ms: number) => Promise<void>;
  readonly until: (what: string, holds: () => boolean) => Promise<void>;
}

const bytesOf = ([name, hex]: Reported): Buffer => writeField(name, Buffer.from(hex, 'hex'));

/** The number of the session. */
const session = 0x8123;

/** Connects a driver of lines to a switcher that has this state. */
export const atemPeer = async (
  lines: Readonly<Record<string, object>>,
  state: readonly Reported[],
  options: PeerOptions = {},
): Promise<AtemPeer> => {
  const socket = createSocket('udp4');
  const [commands, handshakes, warnings]: [string[], number[], string[]] = [[], [], []];
  let client: { readonly port: number; readonly address: string } | undefined;
  const answer = (datagram: Buffer): void => {
    if (client !== undefined) socket.send(datagram, client.port, client.address);
  };
  const shakeHands = (handshake: number, own: number): void => {
    handshakes.push(handshake);
    if (handshake !== 1) return;
    answer(writeHandshake(own, options.isFull === true ? 3 : 2, session));
    peer.sent = 0;
    if (options.isFull !== true) for (const bytes of contentsOf(state.map(bytesOf))) sendNext(bytes);
  };
  const sendNext = (bytes: Buffer): void => {
    peer.sent += 1;
    peer.send({ sequence: peer.sent, bytes });
  };
  const take = ({ sequence, fields, ackNumber }: ClientPacket, isRepeated: boolean): void => {
    if (ackNumber !== undefined) peer.acknowledged = ackNumber;
    for (const { name, bytes } of fields)
      commands.push(`${isRepeated ? 'repeated ' : ''}${String(sequence)} ${name} ${bytes.toString('hex')}`);
    if (sequence !== undefined && options.isDeaf !== true) peer.send({ ackNumber: sequence });
  };
  socket.on('message', (datagram, from) => {
    client = from;
    const packet = readPacket(datagram);
    if (packet?.handshake !== undefined) shakeHands(packet.handshake, packet.session);
    else if (packet !== undefined) take(packet, ((datagram[0] ?? 0) & 0x20) !== 0);
  });
  await once(socket.bind(0, '127.0.0.1'), 'listening');
  const { port } = socket.address();
  const layout = layoutWith('atem', { host: '127.0.0.1', port }, {});
  const signals = Object.entries(lines).map(([id, line]) => ({
    ...{ id, identifier: id, name: id },
    line: { connection: 'equipment', ...line },
  }));
  const log = {
    ...silent,
    warn: (_: string, fields?: Readonly<Record<string, unknown>>) => void warnings.push(String(fields?.['reason'])),
  };
  const opened = openDrivers({ ...layout, signals }, undefined, log);
  const pass = async (ms: number): Promise<void> => {
    for (let passed = 0; passed < ms; passed += 10) {
      await opened.clock.advance(10);
      for (let turns = 0; turns < 8; turns += 1) await turn();
    }
  };
  const peer: AtemPeer = {
    ...opened,
    ...{ port, options, commands, handshakes, warnings, sent: 0, acknowledged: 0, pass },
    send: (packet) => {
      answer(writePacket({ session, ...packet }));
    },
    report: (...reports) => {
      sendNext(Buffer.concat(reports.map(bytesOf)));
    },
    end: () => {
      answer(writeHandshake(session, 4));
    },
    until: (what, holds) =>
      eventually(what, async () => {
        if (!holds()) await pass(10);
        return holds();
      }),
  };
  onTestFinished(() => {
    opened.close();
    socket.close();
  });
  return peer;
};
