// The simulated broker of a connection, with the simulated signal lines as its devices.
import type { OpenFace } from '../wire-face.js';
import { SimulatedBroker } from './broker.js';
import { brokerDevices } from './devices.js';

/** Creates a broker and its devices. */
export const mqttFace: OpenFace = ({ attachments, devices }) => {
  const broker: SimulatedBroker = new SimulatedBroker((publication) => all.handle(publication));
  const all = brokerDevices(attachments.lines, devices.signalLines, (publication) => broker.publish(publication));
  return {
    listen: (port, host) => broker.listen(port, host),
    close: () => {
      all.close();
      return broker.close();
    },
  };
};
