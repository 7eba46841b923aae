// Exchanges of VISCA messages, as the makers' documents and recordings of real cameras have them.

/** What a controller sends, and what a camera replies, as VISCA messages. */
export interface Transcript {
  readonly source: string;
  readonly title: string;
  readonly sent: string;
  readonly replies: readonly string[];
}

const ok = ['90 41 FF', '90 51 FF'] as const;

const sony = 'Sony SRG-300H Technical Manual, "Command List", "VISCA Command/Acknowledge Protocol"';
const sonyMemory = 'Sony SRG-300H Technical Manual, "Command List", "CAM_Memory", with the replies of its protocol';
const ptzOptics =
  'PTZOptics camera, recorded: bitfocus/companion-module-ptzoptics-visca, issue 32, comment of 2024-05-06';
const version = 'Sony SRG-300H Technical Manual, "CAM_VersionInq": vendor 0001, model 0513, two sockets';

/** Recalls of a preset that a camera executes. */
export const recalls: readonly Transcript[] = [
  { source: ptzOptics, title: 'preset 17', sent: '81 01 04 3F 02 11 FF', replies: ok },
  { source: sonyMemory, title: 'the first memory', sent: '81 01 04 3F 02 00 FF', replies: ok },
  {
    source: sonyMemory,
    title: 'in the second socket',
    sent: '81 01 04 3F 02 05 FF',
    replies: ['90 42 FF', '90 52 FF'],
  },
];

const refusal = (title: string, message: RegExp, ...replies: readonly string[]) => ({
  ...{ source: sony, title, sent: '81 01 04 3F 02 11 FF', replies, message },
});

/** Recalls that a camera refuses, and what the driver reports. */
export const refusals: readonly (Transcript & { readonly message: RegExp })[] = [
  refusal('syntax error', /does not know the command or the preset/, '90 60 02 FF'),
  refusal('command buffer full', /executing as many commands as it can/, '90 60 03 FF'),
  refusal('command not executable', /cannot execute the command now/, '90 61 41 FF'),
  refusal('command canceled', /was cancelled/, '90 42 FF', '90 62 04 FF'),
];

/** What every camera answers, whatever it shows. */
export const examples: readonly Transcript[] = [
  { source: sony, title: 'lacking parameters', sent: '81 01 04 38 FF', replies: ['90 60 02 FF'] },
  { source: sony, title: 'IF_Clear', sent: '81 01 00 01 FF', replies: ['90 50 FF'] },
  { source: sony, title: 'power inquiry', sent: '81 09 04 00 FF', replies: ['90 50 02 FF'] },
  { source: sony, title: 'incompatible inquiry', sent: '81 09 05 38 FF', replies: ['90 60 02 FF'] },
  { source: version, title: 'version inquiry', sent: '81 09 00 02 FF', replies: ['90 50 00 01 05 13 01 00 02 FF'] },
];

/** Returns the digits of a message, without spaces. */
export const digits = (message: string): string => message.replaceAll(' ', '').toLowerCase();
