// The message about an action that failed.
import type { ReactElement } from 'react';
import { explain } from '../api/failure.js';
import { Notice } from './notice.js';

/** Renders why an action failed; nothing if it didn’t. */
export const FailureNotice = ({ failure }: { readonly failure: unknown }): ReactElement | null =>
  failure === undefined ? null : <Notice kind="bad">{explain(failure)}</Notice>;
