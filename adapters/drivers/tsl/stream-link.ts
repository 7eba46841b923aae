// TSL UMD over TCP: the display listens.
import { steadyMs } from '../../../application/ports/clock.js';
import type {
  ShownDisplay,
  TallyAddress,
  TallyLink,
  TallyLinkDeps,
} from '../../../application/ports/tally-displays.js';
import type { PacedSocket } from '../shared/paced-socket.js';
import { settledMs, TcpLink } from '../shared/tcp-link.js';
import { onStream, packetsFor } from './versions.js';

/** How long a display may take nothing before it counts as lost, in milliseconds. */
const stalledAfterMs = 5_000;

/** A connection to a display that takes what is sent, or not. */
class DisplayStream {
  #waiting: readonly ShownDisplay[] | null = null;
  #cancelStall = (): void => undefined;

  constructor(
    private readonly socket: PacedSocket,
    private readonly address: TallyAddress,
    private readonly clock: TallyLinkDeps['clock'],
  ) {
    // Nothing is expected, but an end is only noticed by reading.
    socket.resume();
    socket.on('drain', () => {
      this.#drained();
    });
  }

  /** Keeps only the newest displays for a peer that is slow. */
  send(displays: readonly ShownDisplay[]): void {
    if (this.socket.writableNeedDrain) this.#waiting = displays;
    else this.#write(displays);
  }

  end(): void {
    this.#cancelStall();
  }

  #write(displays: readonly ShownDisplay[]): void {
    const packets = packetsFor(displays, this.address);
    if (this.socket.write(onStream(packets, this.address))) return;
    this.#cancelStall = this.clock.after(stalledAfterMs, () => {
      this.socket.destroy(new Error('it takes nothing'));
    });
  }

  #drained(): void {
    this.#cancelStall();
    const displays = this.#waiting;
    this.#waiting = null;
    if (displays !== null) this.#write(displays);
  }
}

/** Opens a TCP link to a destination. */
export const openStream = (address: TallyAddress, { connected, ...deps }: TallyLinkDeps): TallyLink => {
  const { id, host, port } = address;
  let stream: DisplayStream | undefined;
  let connectedAtMs = 0;
  const link = new TcpLink(
    { host, port },
    { ...deps, id },
    {
      connected: (socket) => {
        stream = new DisplayStream(socket, address, deps.clock);
        connectedAtMs = steadyMs(deps.clock);
        connected(true);
      },
      lost: () => {
        stream?.end();
        stream = undefined;
        connected(false);
      },
    },
  );
  return {
    send: (displays) => {
      // A display says nothing: it is back if its connection lasts. What it shows is repeated.
      if (stream !== undefined && steadyMs(deps.clock) - connectedAtMs >= settledMs) link.noteSpeech();
      stream?.send(displays);
    },
    close: () => {
      link.close();
    },
  };
};
