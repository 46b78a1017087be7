import { useLayoutEffect } from 'react';

/** While this is shown the page is as high as the window, and header, sidebar and footer are away (layout.module.css). */
export function useCalmPage(): void {
  useLayoutEffect(() => {
    const { dataset } = document.documentElement;
    dataset.calm = '';
    return () => {
      delete dataset.calm;
    };
  }, []);
}
