// The simulated equipment of a studio: its CasparCG servers, and the faces of its connections.
import { attachmentsTo } from '../../application/connections/attachments.js';
import { textIn } from '../../domain/codec/unchecked.js';
import type { ConnectionDefinition } from '../../domain/studio/connection.js';
import type { SimulatedStudio } from '../../simulator/studio.js';
import { isConnectionProtocol, type ConnectionProtocol } from '../connection-drivers.js';
import { connectionFaces, facePorts } from './connection-faces.js';
import type { Equipment } from './wire.js';

/** Returns the CasparCG servers of a studio. They close with the studio. */
const casparcgEquipment = ({ casparcgServers }: SimulatedStudio): readonly Equipment[] =>
  casparcgServers.map(({ server, outputs, host, port }) => ({
    name: `the player at ${host}`,
    host,
    port,
    transport: 'tcp',
    line: (address) => `CasparCG on ${address} plays ${outputs.join(', ')}`,
    listen: (at, on) => server.listen(at, on),
    close: () => Promise.resolve(),
  }));

/** A connection whose protocol has simulated equipment. */
interface KnownConnection {
  readonly definition: ConnectionDefinition;
  readonly protocol: ConnectionProtocol;
}

const known = (definition: ConnectionDefinition): readonly KnownConnection[] => {
  const { protocol } = definition;
  return isConnectionProtocol(protocol) ? [{ definition, protocol }] : [];
};

const portOf = ({ definition, protocol }: KnownConnection): number => {
  const { port } = definition as { readonly port?: unknown };
  return typeof port === 'number' ? port : (facePorts[protocol].standard ?? 0);
};

/** Creates the equipment of a connection. */
const connectionEquipment = (studio: SimulatedStudio, connection: KnownConnection): Equipment => {
  const { definition, protocol } = connection;
  const { id, protocol: _, ...settings } = definition;
  const attachments = attachmentsTo(studio.layout, id);
  const served = [attachments.lines, attachments.heads, attachments.players].flatMap((all) => [...all.keys()]);
  const face = connectionFaces[protocol]({ settings, attachments, devices: studio, now: studio.now });
  return {
    name: `the connection ${id}`,
    host: textIn(settings, 'host') ?? '',
    port: portOf(connection),
    transport: facePorts[protocol].transport,
    line: (address) => `${id} (${protocol}) on ${address} serves ${served.join(', ') || 'nothing'}`,
    listen: (at, on) => face.listen(at, on),
    close: () => face.close(),
  };
};

const usesTls = ({ definition: { tls = false } }: KnownConnection): boolean => tls !== false;

/** The simulated equipment of a studio, and a line for each connection that has none. */
export interface StudioEquipment {
  readonly equipment: readonly Equipment[];
  readonly lines: readonly string[];
}

/** Creates the equipment of a studio. It doesn't listen yet. */
export const studioEquipment = (studio: SimulatedStudio): StudioEquipment => {
  const connections = (studio.layout.connections ?? []).flatMap(known);
  const faces = connections.filter((one) => !usesTls(one)).map((one) => connectionEquipment(studio, one));
  return {
    equipment: [...casparcgEquipment(studio), ...faces],
    lines: connections
      .filter(usesTls)
      .map(
        ({ definition: { id, protocol } }) =>
          `           ${id} (${protocol}) is not simulated: the simulator has no TLS`,
      ),
  };
};
