// An IP address or range in running text. Long ones break after a colon only.
import { Fragment, type ReactElement } from 'react';

export const AddressText = ({ children }: { readonly children: string }): ReactElement => (
  <code className="address">
    {children.split(/(?<=:)(?!:)/).map((part, index) => (
      // The parts have no ids, and their order never changes.
      <Fragment key={index}>
        {index > 0 && <wbr />}
        {part}
      </Fragment>
    ))}
  </code>
);
