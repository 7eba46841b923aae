// A vMix that is written by hand: it answers what a test wants, and records what it receives. It ends with the test.
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import type { ClipDefinition } from '../../../../domain/studio/clip.js';
import { eventually } from '../../../support/eventually.js';
import { layoutWith, openDrivers, type OpenedDrivers } from '../bench.js';
import { output, vmixPlayer } from './bench.js';

/** An input, as its attributes in the state. */
export type PeerInput = Readonly<Record<string, string | number>>;

/** What the vMix shows. */
export interface PeerState {
  readonly inputs: readonly PeerInput[];
  /** The files of the lists, by their numbers. */
  readonly lists?: Readonly<Record<number, readonly string[]>>;
  readonly active: number;
  readonly preview: number;
  /** What the second mix has on air; the same as the main one by default. */
  readonly secondActive?: number;
}

const attributesOf = (input: PeerInput): string =>
  Object.entries(input)
    .map(([name, value]) => `${name}="${String(value)}"`)
    .join(' ');

/** Returns a state in the form of vMix 25. Its second mix previews the same as the main one. */
export const peerXml = ({ inputs, lists = {}, active, preview, secondActive = active }: PeerState): string => {
  const list = (number: unknown): string => {
    const items = lists[Number(number)]?.map((item) => `<item>${item}</item>`) ?? [];
    return items.length === 0 ? '' : `<list>${items.join('')}</list>`;
  };
  const all = inputs.map(
    (input) => `<input ${attributesOf(input)}>${String(input['title'])}${list(input['number'])}</input>`,
  );
  const mix = (shown: number): string => `<preview>${String(preview)}</preview><active>${String(shown)}</active>`;
  const others = '<fadeToBlack>False</fadeToBlack><audio><master volume="100" muted="False"/></audio>';
  return `<vmix><version>25.0.0.34</version><inputs>${all.join('')}</inputs>${mix(active)}${others}<mix number="2">${mix(secondActive)}</mix></vmix>\r\n`;
};

/** Returns a response with a body. */
export const withBody = (body: string): string => `XML ${String(Buffer.byteLength(body))}\r\n${body}`;

/** A driver, and the vMix that it is connected to. */
export interface VmixPeer extends OpenedDrivers {
  /** What the driver sent, without the questions for the state. */
  readonly received: string[];
  /** What the vMix shows from now on. */
  show: (state: PeerState) => void;
  /** Answers a line; undefined for silence. */
  answer: (line: string) => string | Buffer | undefined;
  /** Sends without being asked. */
  readonly send: (text: string | Buffer) => void;
  /** Lets time pass in steps of 5 ms; `each` is called before each. */
  readonly pass: (ms: number, each?: (passedMs: number) => void) => Promise<void>;
}

const stepMs = 5;

/** Connects a driver whose studio has the clips of a bank `news`. */
export const vmixPeer = async (clips: readonly ClipDefinition[], first: PeerState): Promise<VmixPeer> => {
  let state = first;
  const sockets = new Set<Socket>();
  const received: string[] = [];
  const take = (socket: Socket, line: string): void => {
    if (line !== 'XML') received.push(line);
    const answer = peer.answer(line);
    if (answer !== undefined && !socket.destroyed) socket.write(answer);
  };
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).once('close', () => sockets.delete(socket));
    socket.setEncoding('utf8').write('VERSION OK 25.0.0.34\r\n');
    let rest = '';
    socket.on('data', (chunk: string) => {
      const lines = (rest + chunk).split('\r\n');
      rest = lines.pop() ?? '';
      for (const line of lines) take(socket, line);
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const layout = layoutWith('vmix', { host: '127.0.0.1', port }, { players: { [output]: vmixPlayer } });
  const opened = openDrivers({ ...layout, activeBank: 'news', banks: [{ key: 'news', name: 'News', clips }] });
  const arrive = async (): Promise<void> => {
    for (let turns = 0; turns < 8; turns += 1) await turn();
  };
  const peer: VmixPeer = {
    ...opened,
    received,
    show: (next) => {
      state = next;
    },
    answer: (line) => {
      if (line === 'XML') return withBody(peerXml(state));
      const [command = '', name = ''] = line.split(' ');
      return `${command} OK ${name}\r\n`;
    },
    send: (text) => {
      for (const socket of sockets) socket.write(text);
    },
    pass: async (ms, each) => {
      await arrive();
      for (let passed = 0; passed < ms; passed += stepMs) {
        each?.(passed);
        await opened.clock.advance(stepMs);
        await arrive();
      }
    },
  };
  onTestFinished(() => {
    opened.close();
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  await eventually('the driver is connected', async () => {
    await peer.pass(stepMs);
    return opened.drivers.players.state(output).connected;
  });
  return peer;
};
