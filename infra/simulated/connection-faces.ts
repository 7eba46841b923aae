// The simulated equipment of each protocol that connections speak. A protocol without it doesn't compile.
import { modbusFace } from '../../simulator/modbus/face.js';
import { mqttFace } from '../../simulator/mqtt/face.js';
import { panasonicFace } from '../../simulator/panasonic/face.js';
import { httpFace } from '../../simulator/text/http.js';
import { oscFace } from '../../simulator/text/osc.js';
import { tcpFace } from '../../simulator/text/tcp.js';
import { udpFace } from '../../simulator/text/udp.js';
import { viscaFace } from '../../simulator/visca/face.js';
import type { OpenFace } from '../../simulator/wire-face.js';
import type { ConnectionProtocol } from '../connection-drivers.js';

/** The faces by protocol: one folder in `simulator/` and one row here for each driver. */
export const connectionFaces: Readonly<Record<ConnectionProtocol, OpenFace>> = {
  modbus: modbusFace,
  mqtt: mqttFace,
  panasonic: panasonicFace,
  visca: viscaFace,
  tcp: tcpFace,
  http: httpFace,
  udp: udpFace,
  osc: oscFace,
};
