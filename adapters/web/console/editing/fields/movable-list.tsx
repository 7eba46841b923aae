// A list whose entries are moved by dragging, or with the arrow keys.
import { t } from '@lingui/core/macro';
import { GripVertical } from 'lucide-react';
import { useState, type DragEvent, type KeyboardEvent, type ReactElement } from 'react';

/** Returns a list with an entry at another place; the same list if there is no such place. */
export const moved = <A,>(list: readonly A[], from: number, to: number): readonly A[] => {
  const entry = list[from];
  if (entry === undefined || from === to || to < 0 || to >= list.length) return list;
  const others = list.filter((_, index) => index !== from);
  return [...others.slice(0, to), entry, ...others.slice(to)];
};

const steps: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 };

interface HandleProps {
  readonly label: string;
  readonly onDrag: (isDragged: boolean) => void;
  /** Moves the entry by one place. */
  readonly onStep: (step: number) => void;
}

const Handle = ({ label, onDrag, onStep }: HandleProps): ReactElement => (
  <button
    type="button"
    className="handle"
    aria-label={label}
    title={t`Drag, or press the arrow keys`}
    draggable
    onDragStart={(event: DragEvent) => {
      event.dataTransfer.effectAllowed = 'move';
      event.dataTransfer.setData('text/plain', label);
      onDrag(true);
    }}
    onDragEnd={() => {
      onDrag(false);
    }}
    onKeyDown={(event: KeyboardEvent) => {
      const step = steps[event.key];
      if (step === undefined) return;
      event.preventDefault();
      onStep(step);
    }}
  >
    <GripVertical size={16} aria-hidden />
  </button>
);

interface MovableListProps {
  readonly list: readonly unknown[];
  /** Returns what an entry is called. */
  readonly nameOf: (entry: unknown, index: number) => string;
  readonly onMove: (list: readonly unknown[], from: number, to: number) => void;
  readonly className: string;
  readonly children: (entry: unknown, index: number) => ReactElement;
}

const focusHandle = (list: HTMLOListElement | null, index: number): void => {
  requestAnimationFrame(() => {
    list?.querySelectorAll<HTMLElement>(':scope > li > .handle')[index]?.focus();
  });
};

/** Returns the events of a row, over which an entry may be dropped. */
const useDrop = (move: (from: number, to: number) => void) => {
  const [dragged, setDragged] = useState<number>();
  const [over, setOver] = useState<number>();
  const rowEvents = (index: number) => ({
    'data-over': dragged !== undefined && over === index && dragged !== index,
    onDragOver: (event: DragEvent) => {
      if (dragged === undefined) return;
      event.preventDefault();
      setOver(index);
    },
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      if (dragged !== undefined) move(dragged, index);
    },
  });
  return { setDragged, rowEvents };
};

/** Renders the list. */
export const MovableList = ({ list, nameOf, onMove, className, children }: MovableListProps): ReactElement => {
  const [element, setElement] = useState<HTMLOListElement | null>(null);
  const [announcement, setAnnouncement] = useState('');
  const move = (from: number, to: number): void => {
    const changed = moved(list, from, to);
    if (changed === list) return;
    onMove(changed, from, to);
    setAnnouncement(t`Moved to place ${to + 1} of ${list.length}`);
    focusHandle(element, to);
  };
  const { setDragged, rowEvents } = useDrop(move);
  return (
    <>
      <ol className="entries" ref={setElement}>
        {list.map((entry, index) => (
          <li key={String(index)} className={className} {...rowEvents(index)}>
            <Handle
              label={t`Move ${nameOf(entry, index)}`}
              onDrag={(isDragged) => {
                setDragged(isDragged ? index : undefined);
              }}
              onStep={(step) => {
                move(index, index + step);
              }}
            />
            {children(entry, index)}
          </li>
        ))}
      </ol>
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
    </>
  );
};
