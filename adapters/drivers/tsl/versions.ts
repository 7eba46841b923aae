// What is sent to displays of either version of TSL UMD.
import type { ShownDisplay, TallyAddress } from '../../../application/ports/tally-displays.js';
import { message31 } from './message31.js';
import { framed, packetsOf } from './packet.js';

/** Returns the packets that show these displays, each of which is a datagram. */
export const packetsFor = (displays: readonly ShownDisplay[], address: TallyAddress): readonly Buffer[] =>
  address.version === '3.1'
    ? displays.map((display) => message31(display, address.brightness))
    : packetsOf(displays, address);

/** Returns packets as a stream carries them. Messages of version 3.1 need no frame. */
export const onStream = (packets: readonly Buffer[], { version }: Pick<TallyAddress, 'version'>): Buffer =>
  Buffer.concat(version === '3.1' ? packets : packets.map(framed));
