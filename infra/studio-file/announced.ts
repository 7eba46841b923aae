// Equipment that announces itself in the local network.
import { browse, type Browsed } from '../../adapters/mdns/browse.js';
import { visible } from '../../domain/codec/codec.js';
import { probeAll, type Candidate, type Discoveries, type Probed } from './probes.js';

/** What was announced, with the results of its probes. */
export interface Announced {
  readonly probed: readonly Probed[];
  readonly problems: readonly string[];
}

/** Returns an address for each protocol of each announced service. Two announcements of one address are one. */
const candidatesOf = (discoveries: Discoveries, { services }: Browsed): readonly Candidate[] => {
  const candidates = services.flatMap(({ type, name, host, port }) =>
    discoveries
      .filter(([, discovery]) => discovery.services?.includes(type) === true)
      .map(([protocol, discovery]) => ({ protocol, discovery, host, port, announcedAs: visible(name) })),
  );
  const byAddress = candidates.map((one) => [`${one.protocol} ${one.host} ${String(one.port)}`, one] as const);
  return [...new Map(byAddress).values()];
};

/** An announcement can be stale or false, so each address is probed (DISCOVER-7). */
export const probeAnnounced = async (discoveries: Discoveries): Promise<Announced> => {
  const types = discoveries.flatMap(([, { services = [] }]) => services);
  const browsed = await browse([...new Set(types)]);
  const probed = await probeAll(candidatesOf(discoveries, browsed));
  return { probed, problems: browsed.problems };
};
