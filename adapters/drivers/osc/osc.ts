// OSC over UDP, as lighting, sound and video programs take it. Templates specify the messages.
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { connectionDriver } from '../../../application/connections/connection-driver.js';

import { PlayerHost, Port } from '../../../domain/studio/player.js';
import { openDatagrams } from '../shared/templates/datagram-conversation.js';
import type { TextProtocol } from '../shared/templates/plan.js';
import type { Probe } from '../shared/templates/conversation.js';
import { probeOf, type ProbeSettings } from '../shared/templates/probe.js';
import { headSettings, lineSettings, playerSettings } from '../shared/templates/settings.js';
import { decodedOsc, encodedOsc, type OscMessage } from './osc-message.js';
import { filledOsc, matchesOsc, oscTemplate, resemblesOsc, type OscTemplate } from './osc-template.js';
import { localPort } from '../shared/templates/connection-fields.js';

const codecs = { template: oscTemplate, match: oscTemplate, hasReplies: false } as const;

const protocol: TextProtocol<OscTemplate, OscTemplate, OscMessage, OscMessage> = {
  ...codecs,
  fill: filledOsc,
  matches: matchesOsc,
  resembles: resemblesOsc,
};

const Settings = t.readonly(
  t.intersection([t.type({ host: PlayerHost, port: Port }), t.partial({ localPort, probe: probeOf(oscTemplate([])) })]),
);

/** A probe without placeholders can always be filled. */
const probeOut = (probe: ProbeSettings<OscTemplate> | undefined): Probe<OscMessage> | undefined => {
  if (probe === undefined) return undefined;
  const out = filledOsc(probe.send, {});
  return E.isRight(out) ? { out: out.right, everyMs: probe.everyMs } : undefined;
};

/** OSC: signals, cameras and simple players whose devices take OSC messages. */
export const osc = connectionDriver({
  grade: 'basic',
  settings: Settings,
  line: lineSettings(codecs),
  head: headSettings(codecs),
  player: playerSettings(codecs),
  open: ({ host, port, localPort, probe }, attachments, deps) =>
    openDatagrams(
      { protocol, encode: encodedOsc, decode: decodedOsc },
      { host, port, localPort, probe: probeOut(probe) },
      attachments,
      deps,
    ),
});
