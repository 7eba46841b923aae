// Sends tallies to displays by TSL UMD, over UDP or TCP. The protocol has no answers.
import type {
  OpenTallyLink,
  TallyAddress,
  TallyLink,
  TallyLinkDeps,
} from '../../../application/ports/tally-displays.js';
import { DatagramLink } from '../shared/templates/datagram-link.js';
import { packetsFor } from './versions.js';
import { openStream } from './stream-link.js';

const openDatagrams = (address: TallyAddress, { connected, ...deps }: TallyLinkDeps): TallyLink => {
  const { id, host, port } = address;
  let isOpen = false;
  const link = new DatagramLink(
    { host, port, localPort: undefined, isSilent: true },
    { ...deps, id },
    {
      opened: () => {
        isOpen = true;
        connected(true);
      },
      received: () => undefined,
      lost: () => {
        isOpen = false;
        connected(false);
      },
    },
  );
  return {
    send: (displays) => {
      for (const packet of packetsFor(displays, address)) if (isOpen) link.send(packet);
    },
    close: () => {
      link.close();
    },
  };
};

/** Opens a link to a destination. */
export const openTslLink: OpenTallyLink = (address, deps) =>
  address.transport === 'udp' ? openDatagrams(address, deps) : openStream(address, deps);
