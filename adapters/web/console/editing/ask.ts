// How the page asks the service that has the studio file: at its host directly, or through the console.
import { createContext, useContext } from 'react';
import type { EditingRequest } from '../../../../application/editing/requests.js';

/** Asks the service. Rejects with an error whose message is for people. */
export type AskStudio = <A>(request: EditingRequest) => Promise<A>;

const AskContext = createContext<AskStudio>(() => Promise.reject(new Error('nothing can be asked')));

/** Gives the views below it a way to ask. */
export const AskProvider = AskContext.Provider;

/** Returns the way to ask. */
export const useAsk = (): AskStudio => useContext(AskContext);

export type { CheckedChange, SaveResult, ShownVersion } from '../../../../application/editing/answers.js';
export type { Change, NewSecret } from '../../../../application/editing/requests.js';
export type { FileIssue, StudioVersionHead } from '../../../../application/ports/studio-file.js';
