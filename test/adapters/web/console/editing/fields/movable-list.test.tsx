// Entries are moved by dragging, or with the arrow keys.
import { fireEvent, render, screen } from '@testing-library/react';
import { useState, type ReactElement } from 'react';
import { expect, it } from 'vitest';
import { MovableList } from '../../../../../../adapters/web/console/editing/fields/movable-list.js';

const Numbers = (): ReactElement => {
  const [list, setList] = useState<readonly unknown[]>(['one', 'two', 'three']);
  return (
    <MovableList list={list} nameOf={String} onMove={setList} className="entry">
      {(entry) => <span className="shown">{String(entry)}</span>}
    </MovableList>
  );
};

const shown = (): readonly (string | null)[] =>
  [...document.querySelectorAll('.shown')].map(({ textContent }) => textContent);
const handle = (name: string): HTMLElement => screen.getByRole('button', { name: `Move ${name}` });

it('an arrow key moves an entry by one place, and not beyond the ends', () => {
  render(<Numbers />);
  fireEvent.keyDown(handle('one'), { key: 'ArrowUp' });
  fireEvent.keyDown(handle('one'), { key: 'ArrowDown' });
  expect([shown(), screen.getByRole('status').textContent]).toEqual([['two', 'one', 'three'], 'Moved to place 2 of 3']);
  fireEvent.keyDown(handle('three'), { key: 'ArrowDown' });
  fireEvent.keyDown(handle('three'), { key: 'x' });
  expect(shown()).toEqual(['two', 'one', 'three']);
});

it('an entry that is dropped on another takes its place', () => {
  render(<Numbers />);
  const dataTransfer = { setData: () => undefined };
  const target = handle('one').closest('li') ?? document.body;
  fireEvent.drop(target, { dataTransfer });
  expect(shown()).toEqual(['one', 'two', 'three']);
  fireEvent.dragStart(handle('three'), { dataTransfer });
  fireEvent.dragOver(target, { dataTransfer });
  expect(target.dataset['over']).toBe('true');
  fireEvent.drop(target, { dataTransfer });
  fireEvent.dragEnd(handle('three'), { dataTransfer });
  expect(shown()).toEqual(['three', 'one', 'two']);
});
