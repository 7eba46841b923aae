// A value that somebody is typing, once they pause.
import { useEffect, useState } from 'react';

/** Returns a value once it has stayed the same for `ms` milliseconds. Objects must keep their identity while they stay the same. */
export const useSettled = <A>(value: A, ms: number): A => {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => {
      setSettled(value);
    }, ms);
    return () => {
      clearTimeout(timer);
    };
  }, [value, ms]);
  return settled;
};
