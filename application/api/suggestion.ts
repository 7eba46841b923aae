// Adds the nearest name to the message of a record that wasn't found, for callers that may read it (ERROR-26).
import * as E from 'fp-ts/lib/Either.js';
import type { Caller, RefusedDevice } from '../../domain/access/caller.js';
import { suggestionOf, withoutData, type Failure } from '../../domain/failure.js';
import { mayRead } from '../access/visibility.js';
import type { CurrentAccess } from '../ports/current-access.js';

/** Returns the same response; a failure to find a record names the nearest one. */
export const withSuggestion = <A>(
  access: CurrentAccess,
  caller: Caller | RefusedDevice | undefined,
  response: E.Either<Failure, A>,
): E.Either<Failure, A> => {
  if (E.isRight(response)) return response;
  const suggestion = suggestionOf(response.left);
  if (suggestion === undefined || !mayRead(access.current().configuration, caller, suggestion.feature)) return response;
  const [{ code, message }, nearest] = [response.left, suggestion.nearest()];
  return nearest === undefined ? response : E.left(withoutData(code, `${message}; did you mean ${nearest}?`));
};
