// The driver of Panasonic cameras that are controlled over HTTP. A connection is one camera.
import * as t from 'io-ts';
import { connectionDriver } from '../../../application/connections/connection-driver.js';

import { PlayerHost, Port } from '../../../domain/studio/player.js';
import { headIssues, presetCameras, presetHead } from '../shared/preset-cameras.js';
import { PanasonicCamera } from './camera.js';
import { defaultPort, discovery } from './discovery.js';
import { described, field } from '../../../domain/codec/codec.js';

/** Where the camera listens, and where the service listens for its notifications. */
const PanasonicSettings = t.readonly(
  t.intersection([
    t.type({ host: PlayerHost }),
    t.partial({
      port: described(Port, { default: defaultPort }),
      notificationPort: field(Port, "TCP port that receives the camera's notifications; any free one if left out"),
    }),
  ]),
);

export const panasonic = connectionDriver({
  grade: 'basic',
  settings: PanasonicSettings,
  head: presetHead(99),
  headIssues,
  discovery,
  open: ({ host, port = defaultPort, notificationPort = 0 }, attachments, deps) =>
    presetCameras(attachments, deps, (changed) => new PanasonicCamera({ host, port, notificationPort }, deps, changed)),
});
