// The access of the reader, read again for each token.
import { useEffect, useState } from 'react';
import { readAccess, type Access } from './studio.js';

/** Time without a key press after which a token is tried, in milliseconds. */
const pauseMs = 300;

/** Returns the access that a token gives, or undefined while it is read for the first time, and without a token field. */
export const useAccess = (token: string | undefined): Access | undefined => {
  const [access, setAccess] = useState<Access>();
  useEffect(() => {
    if (token === undefined) return undefined;
    let isCurrent = true;
    const timer = setTimeout(
      () => {
        void readAccess(token).then((read) => {
          if (isCurrent) setAccess(read);
        });
      },
      token === '' ? 0 : pauseMs,
    );
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [token]);
  return access;
};
