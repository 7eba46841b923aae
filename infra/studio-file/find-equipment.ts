// Finds equipment: what announces itself, and what listens at a host. The command and the editor of the studio file share it.
import { recognizedTemplate } from '../../application/connections/device-template.js';
import type { FindEquipment, FoundConnection } from '../../application/connections/discovery.js';
import { connectionDrivers } from '../service/connection-drivers.js';
import { deviceTemplates } from './device-templates.js';
import {
  discoveriesOf,
  failuresIn,
  foundIn,
  probeAll,
  probeAnnounced,
  probeMs,
  type Candidate,
  type Discoveries,
  type Found,
  type Probed,
} from './probes.js';

/** The drivers that can find their equipment. */
export const discoveries = discoveriesOf(connectionDrivers);

/** Returns an address for each protocol, at its default port. */
export const candidatesAt = (host: string, all: Discoveries): readonly Candidate[] =>
  all.map(([protocol, discovery]) => ({ protocol, discovery, host, port: discovery.port }));

/** Equipment that was found, and the id of its template. */
export interface Recognized extends Found {
  /** Null where its description identifies none. */
  readonly template: string | null;
}

/** Returns the equipment that was found, with its template (DISCOVER-8). */
export const recognized = async (probed: readonly Probed[]): Promise<readonly Recognized[]> => {
  const templates = await deviceTemplates();
  return foundIn(probed).map((one) => {
    const { protocol, equipment } = one;
    return { ...one, template: recognizedTemplate(templates, { protocol, ...equipment })?.id ?? null };
  });
};

const shown = ({ protocol, host, port, equipment, announcedAs, template }: Recognized): FoundConnection => {
  const { description, settings = {}, notes = [] } = equipment;
  return { protocol, host, port, description, settings, notes, announcedAs: announcedAs ?? null, template };
};

const addressOf = ({ protocol, host, port }: FoundConnection): string => `${protocol} ${host} ${String(port)}`;

/** Finds what announces itself, and what listens at a host if one is named. A CasparCG server doesn't announce itself. */
export const findEquipment: FindEquipment = async (host, signal) => {
  const atHost = host === undefined ? [] : candidatesAt(host, discoveries);
  const [announced, addressed] = await Promise.all([
    probeAnnounced(discoveries, signal),
    probeAll(atHost, probeMs, signal),
  ]);
  const all = (await recognized([...announced.probed, ...addressed])).map(shown);
  // The first of two with the same address is the one with a name.
  const found = [...new Map(all.toReversed().map((one) => [addressOf(one), one])).values()].toReversed();
  return { found, problems: [...announced.problems, ...failuresIn(announced.probed)] };
};
