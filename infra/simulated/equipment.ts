// The simulated equipment of a studio: its CasparCG servers, and the faces of its connections.
import { attachmentsTo } from '../../application/connections/attachments.js';
import { textIn } from '../../domain/codec/unchecked.js';
import type { ConnectionDefinition } from '../../domain/studio/connection.js';
import type { SimulatedStudio } from '../../simulator/studio.js';
import { isConnectionProtocol } from '../service/connection-drivers.js';
import { faceOf, facePortOf, type FaceProtocol } from './connection-faces.js';
import { missingLine, type Equipment } from './wire.js';

/** Returns the CasparCG servers of a studio. They close with the studio. */
const casparcgEquipment = ({ casparcgServers }: SimulatedStudio): readonly Equipment[] =>
  casparcgServers.map(({ server, outputs, connection, host, port }) => ({
    name: `the connection ${connection}`,
    host,
    port,
    transport: 'tcp',
    isSender: false,
    title: `${connection} (casparcg)`,
    purpose: `serves ${outputs.join(', ')}`,
    listen: (at, on) => server.listen(at, on),
    close: () => Promise.resolve(),
  }));

/** A connection whose equipment shows simulated devices. */
interface KnownConnection {
  readonly definition: ConnectionDefinition;
  readonly protocol: FaceProtocol;
}

const known = (definition: ConnectionDefinition): readonly KnownConnection[] => {
  const { protocol } = definition;
  return isConnectionProtocol(protocol) && protocol !== 'casparcg' ? [{ definition, protocol }] : [];
};

const portOf = ({ definition, protocol }: KnownConnection): number => {
  const { port } = definition as { readonly port?: unknown };
  return typeof port === 'number' ? port : (facePortOf(protocol, definition).standard ?? 0);
};

const titleOf = ({ definition: { id }, protocol }: KnownConnection): string => `${id} (${protocol})`;

/** Creates the equipment of a connection. */
const connectionEquipment = (studio: SimulatedStudio, connection: KnownConnection): Equipment => {
  const { definition, protocol } = connection;
  const { id, protocol: _, ...settings } = definition;
  const attachments = attachmentsTo(studio.layout, id);
  const served = [attachments.lines, attachments.heads, attachments.players].flatMap((all) => [...all.keys()]);
  const face = faceOf(protocol, studio, { settings, attachments });
  const { transport, isSender = false } = facePortOf(protocol, settings);
  return {
    name: `the connection ${id}`,
    host: textIn(settings, 'host') ?? '',
    port: portOf(connection),
    transport,
    isSender,
    title: titleOf(connection),
    purpose: `serves ${served.join(', ') || 'nothing'}`,
    listen: (at, on) => face.listen(at, on),
    close: () => face.close(),
  };
};

const usesTls = ({ definition: { tls = false } }: KnownConnection): boolean => tls !== false;

/** Equipment of a connection that isn't created yet. */
export interface PlannedEquipment {
  /** Differs if the connection differs, or what is attached to it. */
  readonly key: string;
  readonly create: () => Equipment;
}

/** The equipment of connections, and a line for each connection that has none. */
export interface PlannedConnections {
  readonly planned: readonly PlannedEquipment[];
  readonly lines: readonly string[];
}

const keyOf = ({ layout }: SimulatedStudio, { definition }: KnownConnection): string => {
  const { lines, heads, players, selections } = attachmentsTo(layout, definition.id);
  const served = [lines, heads, players].map((all) => [...all]);
  return JSON.stringify([definition, served, players.size === 0 ? [] : selections]);
};

/** Plans the equipment of the connections that a studio has now. */
export const plannedConnections = (studio: SimulatedStudio): PlannedConnections => {
  const connections = (studio.layout.connections ?? []).flatMap(known);
  const simulated = connections.filter((one) => !usesTls(one));
  return {
    planned: simulated.map((one) => ({ key: keyOf(studio, one), create: () => connectionEquipment(studio, one) })),
    lines: connections.filter(usesTls).map((one) => missingLine(titleOf(one), 'the simulator has no TLS')),
  };
};

/** Returns a line for each CasparCG server of a studio that has none: its outputs are simulated without it. */
export const missingServers = ({ layout: { connections = [] } }: SimulatedStudio): readonly string[] =>
  connections
    .filter(({ protocol }) => protocol === 'casparcg')
    .map(({ id }) => missingLine(`${id} (casparcg)`, 'only the part simulator has CasparCG servers'));

/** The equipment of a studio, and a line for each connection that has none. */
export interface StudioEquipment {
  readonly equipment: readonly Equipment[];
  readonly lines: readonly string[];
}

/** Creates the equipment of a studio: its CasparCG servers, and that of its connections. It doesn't listen yet. */
export const studioEquipment = (studio: SimulatedStudio): StudioEquipment => {
  const { planned, lines } = plannedConnections(studio);
  return { equipment: [...casparcgEquipment(studio), ...planned.map(({ create }) => create())], lines };
};
