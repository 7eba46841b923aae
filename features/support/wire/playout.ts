// A scenario's studio whose devices are reached by the drivers of connections: each device has simulated equipment of its own.
import { attachmentsTo } from '../../../application/connections/attachments.js';
import type { ConnectionDefinition } from '../../../domain/studio/connection.js';
import type { StudioLayout } from '../../../domain/studio/layout.js';
import { playerDefinitions } from '../../../domain/studio/output.js';
import { connectionFaces, type FaceProtocol } from '../../../infra/simulated/connection-faces.js';
import type { ManualClock } from '../../../simulator/clock.js';
import { simulatedStudio, type SimulatedStudio } from '../../../simulator/studio.js';
import type { WireFace } from '../../../simulator/wire-face.js';
import { connectDevices } from '../connected-devices.js';
import { withPlayers } from '../paired-studio.js';
import type { StudioAndDrivers } from '../running-playout.js';
import { steerOnWire } from '../wire-steering.js';
import { wireAttachments, type WireAttachments } from './attachments.js';

const isProtocol = (name: string): name is FaceProtocol => name in wireAttachments;

/** The protocol that the features run against: `WIRE` names it. */
const chosenProtocol = (): FaceProtocol => {
  const { WIRE: name = '' } = process.env;
  if (isProtocol(name)) return name;
  throw new Error(`WIRE: expected one of ${Object.keys(wireAttachments).join(', ')}, got "${name}"`);
};

/** The connection of a device. */
const connectionOf = (device: string): string => `connection-${device}`;

/** Returns the demo studio with a connection for each device that the protocol can serve. */
const attachedStudio = (
  demo: StudioLayout,
  protocol: FaceProtocol,
  { settings, line, head, player }: WireAttachments,
) => {
  const { signals, cameras, outputs } = demo;
  const served = [...(line ? signals : []), ...(head ? cameras : []), ...(player ? playerDefinitions(outputs) : [])];
  const to = (device: string) => ({ connection: connectionOf(device) });
  return {
    ...demo,
    connections: served.map(({ id }) => ({ ...settings, id: connectionOf(id), protocol })),
    signals: signals.map((one, number) => (line ? { ...one, line: { ...line(number), ...to(one.id) } } : one)),
    cameras: cameras.map((one) =>
      head ? { ...one, head: { ...head(one.angles.map(({ id }) => id)), ...to(one.id) } } : one,
    ),
    outputs: player ? withPlayers(outputs, ({ scenes }, id) => ({ ...player(scenes), ...to(id) })) : outputs,
  } satisfies StudioLayout;
};

/** Opens the equipment of every connection, and returns the connections with its addresses. */
const listenFor = async (
  layout: StudioLayout,
  protocol: FaceProtocol,
  devices: SimulatedStudio,
  clock: ManualClock,
) => {
  const faces: WireFace[] = [];
  const connections: ConnectionDefinition[] = [];
  for (const { id, ...settings } of layout.connections ?? []) {
    const face = connectionFaces[protocol]({
      settings,
      attachments: attachmentsTo(layout, id),
      devices,
      now: clock.now,
    });
    faces.push(face);
    connections.push({ ...settings, id, host: '127.0.0.1', port: await face.listen(0, '127.0.0.1') });
  }
  return { faces, connections };
};

/** Opens a studio whose devices speak the protocol that `WIRE` names. */
export const wire = async (clock: ManualClock, demo: StudioLayout): Promise<StudioAndDrivers> => {
  const protocol = chosenProtocol();
  const studio = simulatedStudio(demo, clock);
  const attachments = wireAttachments[protocol];
  const layout = attachedStudio(demo, protocol, attachments);
  const { faces, connections } = await listenFor(layout, protocol, studio, clock);
  const closeFaces = () => Promise.all(faces.map((face) => face.close()));
  const options = { studio, clock, secret: 'secret', takesTime: attachments.takesTime === true };
  try {
    const { connect, close } = connectDevices({ ...layout, connections }, options);
    return {
      studio,
      connect,
      steering: steerOnWire,
      close: async () => {
        close();
        await closeFaces();
      },
    };
  } catch (error) {
    // Equipment that still listens would keep the run from ending.
    await closeFaces();
    throw error;
  }
};
