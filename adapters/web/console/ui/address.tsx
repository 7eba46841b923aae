// An address or range as it stands in running text: long ones break behind a colon, never within a group.
import { Fragment, type ReactElement } from 'react';

export const AddressText = ({ children }: { readonly children: string }): ReactElement => (
  <code className="address">
    {children.split(/(?<=:)(?!:)/).map((part, place) => (
      // The parts have no names of their own, and never change places.
      <Fragment key={place}>
        {place > 0 && <wbr />}
        {part}
      </Fragment>
    ))}
  </code>
);
