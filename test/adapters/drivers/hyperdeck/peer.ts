// A HyperDeck that is written by hand: it answers what a test wants, and records what it receives. It ends with the test.
import { createServer, type Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import type { ClipDefinition } from '../../../../domain/studio/clip.js';
import type { SceneState } from '../../../../application/ports/players.js';
import { eventually } from '../../../support/eventually.js';
import { listenOnLoopback } from '../../../support/loopback.js';
import { layoutWith, openDrivers, type OpenedDrivers } from '../bench.js';
import { deckOptions, output } from './bench.js';

/** Returns a block of a response. */
export const block = (title: string, ...lines: readonly string[]): string =>
  [`${title}:`, ...lines, '', ''].join('\r\n');

/** The greeting of a HyperDeck Studio Mini. */
export const greeting = block('500 connection info', 'protocol version: 1.11', 'model: HyperDeck Studio Mini');

/** What the transport shows: its fields, some of which a test replaces. */
export interface PeerTransport {
  readonly status?: string;
  readonly clipId?: string;
  readonly timecode?: string;
  readonly loop?: boolean;
  readonly format?: string;
}

/** The lines of the clips of a timeline. */
export const timeline = ['1: Opening titles.mov 00:00:00:00 00:00:20:00', '2: weather.mp4 00:00:20:00 00:01:00:12'];

const transportLines = ({
  status = 'stopped',
  clipId = '1',
  timecode = '00:00:00:00',
  loop = false,
  format = '1080i50',
}) => [
  `status: ${status}`,
  `speed: ${status === 'play' ? '100' : '0'}`,
  'slot id: 1',
  `clip id: ${clipId}`,
  'single clip: true',
  `display timecode: ${timecode}`,
  `timecode: ${timecode}`,
  `video format: ${format}`,
  `loop: ${String(loop)}`,
];

/** A driver, and the HyperDeck that it is connected to. */
export interface DeckPeer extends OpenedDrivers {
  /** The commands that the driver sent: no questions. */
  readonly received: string[];
  readonly port: number;
  /** The lines of the clips. */
  clips: readonly string[];
  transport: PeerTransport;
  /** The answer to a command. */
  answer: (line: string) => string;
  /** Sends without being asked. */
  readonly send: (text: string) => void;
  /** Ends the connections. */
  readonly cut: () => void;
  readonly pass: (ms: number) => Promise<void>;
  readonly scene: () => SceneState | undefined;
}

const stepMs = 5;

const arrive = async (): Promise<void> => {
  for (let turns = 0; turns < 8; turns += 1) await turn();
};

/** Connects a driver whose studio has the clips of a bank `news`. */
export const deckPeer = async (clips: readonly ClipDefinition[], transport: PeerTransport = {}): Promise<DeckPeer> => {
  const sockets = new Set<Socket>();
  const received: string[] = [];
  const answerTo = (line: string): string => {
    if (line === 'transport info') return block('208 transport info', ...transportLines(peer.transport));
    if (line === 'clips get') return block('205 clips info', `clip count: ${String(peer.clips.length)}`, ...peer.clips);
    received.push(line);
    return peer.answer(line);
  };
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).once('close', () => sockets.delete(socket));
    socket.setNoDelay(true).setEncoding('utf8').write(greeting);
    let rest = '';
    socket.on('data', (chunk: string) => {
      const lines = (rest + chunk).split('\r\n');
      rest = lines.pop() ?? '';
      for (const line of lines) if (!socket.destroyed) socket.write(answerTo(line));
    });
  });
  const port = await listenOnLoopback(server);
  const layout = layoutWith('hyperdeck', { host: '127.0.0.1', port }, deckOptions);
  const opened = openDrivers({ ...layout, activeBank: 'news', banks: [{ key: 'news', name: 'News', clips }] });
  const state = () => opened.drivers.players.state(output);
  const peer: DeckPeer = {
    ...opened,
    ...{ received, port, transport, clips: timeline, answer: () => '200 ok\r\n' },
    send: (text) => {
      for (const socket of sockets) socket.write(text);
    },
    cut: () => {
      for (const socket of sockets) socket.destroy();
    },
    pass: async (ms) => {
      await arrive();
      for (let passed = 0; passed < ms; passed += stepMs) {
        await opened.clock.advance(stepMs);
        await arrive();
      }
    },
    scene: () => state().scenes[0],
  };
  onTestFinished(() => {
    opened.close();
    server.close();
    peer.cut();
  });
  await eventually('the driver is connected', async () => {
    await peer.pass(stepMs);
    return state().connected;
  });
  return peer;
};
