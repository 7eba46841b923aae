// A camera or a controller made of hexadecimal digits. It shares no code with the driver or the simulated camera.
import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';

/** A datagram that was received: the type, the number and the payload, and who sent it. */
export interface Datagram {
  readonly type: string;
  readonly number: string;
  readonly payload: string;
  readonly from: RemoteInfo;
}

/** Returns the replies to a datagram, as pairs of type and payload. They get its number. */
export type Reaction = (datagram: Datagram) => readonly (readonly [type: string, payload: string])[];

/** A UDP socket with a scripted reaction. */
export interface Peer {
  readonly port: number;
  readonly received: readonly Datagram[];
  /** Replaces the reaction. */
  readonly react: (reaction: Reaction) => void;
  /** Makes the camera state this number in every reply, in hexadecimal digits. */
  readonly state: (number: string) => void;
  /** Sends a datagram with the number of another one. */
  readonly reply: (to: Datagram, type: string, payload: string) => void;
  /** Sends any bytes, given as hexadecimal digits. */
  readonly send: (hex: string, port: number) => void;
  readonly close: () => Promise<void>;
}

export const types = { command: '0100', inquiry: '0110', reply: '0111', control: '0200', controlReply: '0201' };

/** Returns the digits of a datagram. */
export const datagramHex = (type: string, number: string, payload: string): string =>
  `${type}${(payload.length / 2).toString(16).padStart(4, '0')}${number}${payload}`;

const parsed = (bytes: Buffer, from: RemoteInfo): Datagram => {
  const hex = bytes.toString('hex');
  return { type: hex.slice(0, 4), number: hex.slice(8, 16), payload: hex.slice(16), from };
};

const listening = (port: number): Promise<Socket> =>
  new Promise((resolve) => {
    const socket = createSocket('udp4');
    socket.bind(port, '127.0.0.1', () => {
      resolve(socket);
    });
  });

/** Returns a peer at a port; 0 for any. */
export const peerAt = async (first: Reaction, port = 0): Promise<Peer> => {
  const socket = await listening(port);
  const received: Datagram[] = [];
  let reaction = first;
  const send = (hex: string, to: number): void => {
    socket.send(Buffer.from(hex, 'hex'), to, '127.0.0.1');
  };
  let stated: string | undefined;
  const reply: Peer['reply'] = ({ number, from }, type, payload) => {
    send(datagramHex(type, stated ?? number, payload), from.port);
  };
  socket.on('message', (bytes, from) => {
    const datagram = parsed(bytes, from);
    received.push(datagram);
    for (const [type, payload] of reaction(datagram)) reply(datagram, type, payload);
  });
  return {
    port: socket.address().port,
    received,
    state: (number) => {
      stated = number;
    },
    react: (next) => {
      reaction = next;
    },
    reply,
    send,
    close: () =>
      new Promise((resolve) => {
        socket.close(() => {
          resolve();
        });
      }),
  };
};

/** What a healthy camera reports, in hexadecimal digits; null for an inquiry that it doesn't know. */
export interface Reported {
  readonly panTilt: string | null;
  readonly zoom: string | null;
}

export const home: Reported = { panTilt: '0000000000000000', zoom: '00000000' };

const answer = (digits: string | null): readonly [string, string] => [
  types.reply,
  digits === null ? '906002ff' : `9050${digits}ff`,
];

/** Returns the reaction of a camera that answers inquiries, and replies to recalls with these payloads. */
export const cameraReaction =
  (reported: Reported, replies: readonly string[] = ['9041ff', '9051ff']): Reaction =>
  ({ type, payload }) => {
    if (payload === '81090612ff') return [answer(reported.panTilt)];
    if (payload === '81090447ff') return [answer(reported.zoom)];
    if (type === types.control) return [[types.controlReply, '01']];
    return type === types.command ? replies.map((reply) => [types.reply, reply] as const) : [];
  };

export const silentReaction: Reaction = () => [];
