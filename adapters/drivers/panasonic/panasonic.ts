// The driver of Panasonic cameras that are controlled over HTTP. A connection is one camera.
import * as t from 'io-ts';
import { connectionDriver } from '../../../application/connections/connection-driver.js';
import { credentialFields, withCredentials } from '../shared/http-authentication.js';

import { PlayerHost, Port } from '../../../domain/studio/player.js';
import { headIssues, presetCameras, presetHead } from '../shared/preset-cameras.js';
import { PanasonicCamera } from './camera.js';
import { defaultPort, discovery } from './discovery.js';
import { described, field } from '../../../domain/codec/codec.js';

/** Where the camera listens, and where the service listens for its notifications. */
const PanasonicSettings = withCredentials(
  t.readonly(
    t.intersection([
      t.type({ host: PlayerHost }),
      t.partial({
        port: described(Port, { default: defaultPort }),
        notificationPort: field(Port, "TCP port that receives the camera's notifications; any free one if left out"),
        ...credentialFields,
      }),
    ]),
  ),
);

export const panasonic = connectionDriver({
  grade: 'basic',
  settings: PanasonicSettings,
  head: presetHead(99),
  headIssues,
  discovery,
  open: ({ port = defaultPort, notificationPort = 0, ...settings }, attachments, deps) =>
    presetCameras(
      attachments,
      deps,
      (changed) => new PanasonicCamera({ ...settings, port, notificationPort }, deps, changed),
    ),
});
