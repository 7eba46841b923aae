// Lines that wait to be stored or sent. Their number is limited; lines without a place are counted.

/** Lines that wait, oldest first. */
export interface WaitingLines {
  /** Returns false if there is no place for the line: then it is counted as lost. */
  readonly push: (line: string) => boolean;
  /** Returns the oldest lines, which still wait: at least one, if any, and as many as `maxLength` characters hold. */
  readonly peek: (maxLength: number) => readonly string[];
  /** Removes the oldest lines. */
  readonly drop: (count: number) => void;
  readonly count: () => number;
  /** Returns how many lines were lost since the last call. */
  readonly takeLost: () => number;
}

/** Returns an empty queue for at most `maxLines` lines. */
export const waitingLines = (maxLines: number): WaitingLines => {
  const lines: string[] = [];
  let lost = 0;
  return {
    push: (line) => {
      const hasPlace = lines.length < maxLines;
      if (hasPlace) lines.push(line);
      else lost += 1;
      return hasPlace;
    },
    peek: (maxLength) => {
      let [count, length] = [0, 0];
      while (count < lines.length && (count === 0 || length < maxLength)) length += lines[count++]?.length ?? 0;
      return lines.slice(0, count);
    },
    drop: (count) => void lines.splice(0, count),
    count: () => lines.length,
    takeLost: () => {
      const taken = lost;
      lost = 0;
      return taken;
    },
  };
};
