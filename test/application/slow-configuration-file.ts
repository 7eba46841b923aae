// A file of the access configuration in memory, on a disk that finishes a write only when the test lets it.
import type { ConfigurationFile } from '../../application/ports/configuration-file.js';
import { defaultConfiguration, type AccessConfiguration } from '../../domain/access/configuration.js';

/** The file, and its disk. */
export interface SlowConfigurationFile extends ConfigurationFile {
  /** The versions of all writes that were begun, oldest first. */
  readonly begun: readonly number[];
  /** Finishes the write in progress, or makes it fail. */
  readonly finish: (error?: Error) => void;
}

/** Creates an empty file of `studio-1`. Throws if two writes overlap. */
export const slowConfigurationFile = (): SlowConfigurationFile => {
  const begun: number[] = [];
  let stored: AccessConfiguration | undefined;
  let inProgress: { readonly configuration: AccessConfiguration; readonly end: PromiseWithResolvers<void> } | undefined;
  return {
    begun,
    load: () => Promise.resolve(stored ?? defaultConfiguration('studio-1')),
    save: (configuration) => {
      if (inProgress !== undefined) throw new Error('two writes overlap');
      begun.push(configuration.version);
      inProgress = { configuration, end: Promise.withResolvers() };
      return inProgress.end.promise;
    },
    finish: (error) => {
      const write = inProgress;
      inProgress = undefined;
      if (write !== undefined && error === undefined) stored = write.configuration;
      if (error === undefined) write?.end.resolve();
      else write?.end.reject(error);
    },
  };
};
