// The subjects of the rules, in the order in which docs/rules.md shows them.

/** A subject, and the files of its rules, such as `address` for `address.yaml`. */
export interface Subject {
  readonly title: string;
  readonly files: readonly string[];
}

/** All subjects. Each file of rules belongs to exactly one. */
export const subjects: readonly Subject[] = [
  {
    title: 'Access and addresses',
    files: [
      'caller-order',
      'address',
      'lan-access',
      'devices',
      'exact-rights',
      'assertions',
      'device-tokens',
      'switches',
      'browser-guard',
      'legacy-authorization',
      'connections',
    ],
  },
  {
    title: 'Calls and answers',
    files: [
      'service',
      'response-formats',
      'errors',
      'precedence',
      'state',
      'events',
      'request-log',
      'reference',
      'legacy-routes',
    ],
  },
  { title: 'Actions and acknowledgement', files: ['acknowledgement', 'idempotency', 'crashes', 'dry-run'] },
  {
    title: 'Outputs, clips and tally',
    files: [
      ...['outputs', 'play-a-clip', 'cue-and-take', 'playlists', 'main-and-backup'],
      ...['clip-time', 'graphics', 'tally'],
    ],
  },
  { title: 'Signals, cameras and variables', files: ['signals', 'cameras', 'variables'] },
  { title: 'The studio and its stations', files: ['studio', 'stations', 'alarms'] },
  { title: 'Panels and displays', files: ['panels', 'pairing', 'displays', 'publish'] },
  { title: 'Sequences of steps', files: ['macros-and-automations'] },
  { title: 'Devices and the studio file', files: ['studio-file', 'reload', 'editing', 'discover', 'templates'] },
  {
    title: 'The console',
    files: [
      'console',
      'configuration',
      'history',
      'service-status',
      'reports',
      'activity',
      'live-state',
      'studio-keys',
      'fleet',
    ],
  },
  { title: 'Operators and sign-in', files: ['operators', 'sign-in', 'api-tokens', 'first-steps'] },
  {
    title: 'Operation',
    files: ['starting', 'runtime-state', 'audit', 'as-run', 'webhooks', 'console-metrics', 'backup'],
  },
  { title: 'The simulator', files: ['replay'] },
];
