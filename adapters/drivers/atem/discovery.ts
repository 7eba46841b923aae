// Asks an ATEM switcher once: it opens a session, reads the name of the product, and ends the session.
import { createSocket, type Socket } from 'node:dgram';
import * as E from 'fp-ts/lib/Either.js';
import type { Discovery, ProbeDeps, ProbeResult } from '../../../application/connections/discovery.js';
import { visible } from '../../../domain/codec/codec.js';
import {
  decodeCommands,
  decodePacket,
  encodeHandshake,
  encodePacket,
  flags,
  handshakeOf,
  handshakes,
  type AtemPacket,
} from './packet.js';
import { clientSession } from './session.js';
import { atemPort } from './settings.js';
import { productIn } from './state.js';

/** The pause until the hello is sent again, because a datagram may be lost. Milliseconds. */
const repeatMs = 700;

const noSwitcher = E.left('is no ATEM switcher: it does not answer in its protocol');

const full = E.right({
  description: 'an ATEM switcher',
  notes: ['it serves as many clients as it can: end one of them'],
});

/** Reads the product out of the first packet of the state. */
const described = ({ content }: AtemPacket): ProbeResult => {
  const [product] = decodeCommands(content).flatMap((command) => productIn(command) ?? []);
  return product === undefined ? noSwitcher : E.right({ description: visible(product) || 'an ATEM switcher' });
};

/** Returns what a packet means for the probe; undefined if another one is awaited. `accepted` is called with a new session. */
const readPacket = (packet: AtemPacket, accepted: (session: number) => void): ProbeResult | undefined => {
  const handshake = handshakeOf(packet);
  if (handshake === undefined) return (packet.flags & flags.ackRequest) === 0 ? undefined : described(packet);
  if (packet.session !== clientSession) return noSwitcher;
  if (handshake.kind === handshakes.reject) return full;
  if (handshake.kind !== handshakes.accept) return noSwitcher;
  accepted(handshake.opened);
  return undefined;
};

/** A probe over one socket. It ends the session that it has opened. */
const askOn = (socket: Socket, { clock, signal }: ProbeDeps): Promise<ProbeResult> =>
  new Promise((resolve) => {
    let session: number | undefined;
    let cancel: () => void = () => undefined;
    const end = (result: ProbeResult): void => {
      cancel();
      if (session !== undefined) socket.send(encodeHandshake(session, handshakes.close));
      session = undefined;
      resolve(result);
    };
    const ask = (): void => {
      socket.send(encodeHandshake(clientSession, handshakes.open));
      cancel = clock.after(repeatMs, ask);
    };
    socket.on('message', (datagram) => {
      const packet = decodePacket(datagram);
      const accepted = (opened: number): void => {
        session = opened;
        socket.send(encodePacket({ flags: flags.ack, session: clientSession }));
      };
      const result = packet === undefined ? noSwitcher : readPacket(packet, accepted);
      if (result !== undefined) end(result);
    });
    socket.on('error', ({ message }) => {
      end(E.left(`can not be asked: ${message}`));
    });
    signal.addEventListener('abort', () => {
      end(E.left('does not answer'));
    });
    socket.once('connect', ask);
  });

export const discovery: Discovery = {
  port: atemPort,
  services: ['_blackmagic._tcp'],
  probe: async ({ host, port }, deps) => {
    const socket = createSocket(host.includes(':') ? 'udp6' : 'udp4');
    const result = askOn(socket, deps);
    socket.connect(port, host);
    return result.finally(() => {
      socket.close();
    });
  },
};
