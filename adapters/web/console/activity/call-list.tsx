// The list of calls: newest at the end, which stays in view unless the operator has scrolled away from it.
import { t } from '@lingui/core/macro';
import { useLayoutEffect, useRef, type ReactElement } from 'react';
import { CallRow } from './call-row.js';
import type { CallLine } from './calls.js';

interface CallListProps {
  readonly studioId: string;
  readonly lines: readonly CallLine[];
  /** What is shown instead of an empty list. */
  readonly empty: string;
}

/** How near to the end counts as at the end, in pixels. */
const endPx = 24;

export const CallList = ({ studioId, lines, empty }: CallListProps): ReactElement => {
  const box = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  useLayoutEffect(() => {
    if (box.current && isAtEnd.current) box.current.scrollTop = box.current.scrollHeight;
  }, [lines]);
  return (
    <div
      ref={box}
      className="calls"
      role="region"
      aria-label={t`Calls`}
      // The keyboard scrolls it.
      tabIndex={0}
      onScroll={({ currentTarget: { scrollTop, clientHeight, scrollHeight } }) => {
        isAtEnd.current = scrollTop + clientHeight >= scrollHeight - endPx;
      }}
    >
      {lines.length === 0 ? (
        <p className="empty">{empty}</p>
      ) : (
        <ol>
          {lines.map((line) => (
            <CallRow key={line.key} studioId={studioId} line={line} />
          ))}
        </ol>
      )}
    </div>
  );
};
