// What the AMCP commands of a simulated CasparCG server work on, and what they return.
import type { MediaFolder } from './media.js';
import type { Stage } from './stage.js';
import type { VideoFormat } from './video-format.js';

/** How a template behaves: `broken` is found, but its page can't be loaded. Names are in lower case. */
export type TemplateFolder = ReadonlyMap<string, 'page' | 'broken'>;

/** The server's state and settings when a command arrives. */
export interface AmcpContext {
  readonly stage: Stage;
  /** The formats of the channels, the first one's first. */
  readonly channels: readonly VideoFormat[];
  readonly media: MediaFolder;
  readonly templates: TemplateFolder;
  /** Whether a media scanner runs. Without one, the server can't list its files. */
  readonly hasMediaScanner: boolean;
  readonly now: number;
  /** Time from a command to a file's first picture, in milliseconds. */
  readonly pictureMs: number;
  /** Time from a command to an empty layer, in milliseconds. */
  readonly emptyMs: number;
  /** The server's version, such as `2.5.0`. Before 2.4, there is no OSC SUBSCRIBE. */
  readonly version: string;
  /** Whether accepted commands have no effect: no file is decoded, and no layer changes. */
  readonly isIneffective: boolean;
}

/** The new stage, and the reply. */
export interface AmcpResult {
  readonly stage: Stage;
  readonly reply: string;
  /** The client's port to which OSC is sent from now on, or no longer. */
  readonly osc?: { readonly port: number; readonly isOn: boolean };
}
