import type { MouseEvent } from 'react';
import type { MediaFile } from '#contract/administration/media';
import { m } from '#web/lib/messages.ts';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { FileSource } from '#web/ui/media/file-source.tsx';
import classes from '../../author/author.module.css';
import { within } from '../../author/faults.ts';
import type { KindEditorProps } from '../../author/form-question.ts';
import { NumberField } from '../../author/number-field.tsx';
import { TextList } from '../../author/text-list.tsx';
import { RegionFields, RegionShape } from './region-fields.tsx';

/** A picture, the places in it that are right, and the names by which places can be chosen. */
export function HotspotEditor({ fault, onChange, question }: KindEditorProps<'hotspot'>) {
  const { picture, regions, spots } = question;
  const setPicture = (change: Partial<typeof picture>) =>
    onChange({ ...question, picture: { ...picture, ...change } });
  const take = ({ address, alt, height, width }: MediaFile) =>
    setPicture({
      src: address,
      ...(picture.alt === '' && { alt }),
      ...(width !== null && height !== null && { width, height }),
    });
  const place = ({ clientX, clientY, currentTarget }: MouseEvent<SVGSVGElement>) => {
    const box = currentTarget.getBoundingClientRect();
    const x = Math.round(((clientX - box.left) / box.width) * picture.width);
    const y = Math.round(((clientY - box.top) / box.height) * picture.height);
    const moved = regions.map((region, at) =>
      at < regions.length - 1 || region.shape === 'polygon' ? region : movedTo(region, x, y),
    );
    onChange({ ...question, regions: moved });
  };
  const isSized = picture.width > 0 && picture.height > 0;
  return (
    <>
      <div className={classes.pair}>
        <TextField
          label={m.author_picture()}
          help={m.author_picture_help()}
          value={picture.src}
          error={fault('picture.src')}
          onChange={(event) => setPicture({ src: event.target.value })}
        />
        <TextField
          label={m.author_picture_alt()}
          help={m.author_picture_alt_help()}
          value={picture.alt}
          error={fault('picture.alt')}
          onChange={(event) => setPicture({ alt: event.target.value })}
        />
        <div className={classes.upload}>
          <FileSource
            use="text"
            type="pictures"
            label={picture.src === '' ? m.media_cover_upload() : m.media_cover_replace()}
            onFile={take}
          />
        </div>
        <NumberField
          label={m.author_picture_width()}
          value={picture.width}
          error={fault('picture.width')}
          onChange={(width) => setPicture({ width: width ?? Number.NaN })}
        />
        <NumberField
          label={m.author_picture_height()}
          value={picture.height}
          error={fault('picture.height')}
          onChange={(height) => setPicture({ height: height ?? Number.NaN })}
        />
      </div>
      {picture.src !== '' && isSized && (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the fields of the place below say the same by keyboard.
        <svg
          className={classes.canvas}
          viewBox={`0 0 ${picture.width} ${picture.height}`}
          role="img"
          aria-label={picture.alt}
          onClick={place}
        >
          <image href={picture.src} width={picture.width} height={picture.height} />
          {regions.map((region, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a place is known by its row; two may be alike.
            <RegionShape key={at} region={region} />
          ))}
        </svg>
      )}
      <TextList
        legend={m.author_regions()}
        help={m.author_regions_help()}
        items={regions}
        fresh={{ shape: 'rectangle', x: 0, y: 0, width: 80, height: 80 }}
        addWords={m.author_region_add()}
        least={1}
        onChange={(next) => onChange({ ...question, regions: next })}
        fault={within(fault, 'regions')}
        row={(region, at, set) => (
          <RegionFields
            region={region}
            number={at + 1}
            onChange={set}
            fault={within(fault, `regions.${at}`)}
          />
        )}
      />
      <TextList
        legend={m.author_spots()}
        help={m.author_spots_help()}
        items={spots}
        fresh={{ text: '', x: 0, y: 0 }}
        addWords={m.author_spot_add()}
        least={0}
        onChange={(next) => onChange({ ...question, spots: next })}
        fault={within(fault, 'spots')}
        row={(spot, at, set) => (
          <div className={classes.sides}>
            <TextField
              label={m.author_spot({ number: at + 1 })}
              value={spot.text}
              error={fault(`spots.${at}.text`)}
              onChange={(event) => set({ ...spot, text: event.target.value })}
            />
            <NumberField
              label={m.author_x()}
              value={spot.x}
              error={fault(`spots.${at}.x`)}
              onChange={(x) => set({ ...spot, x: x ?? Number.NaN })}
            />
            <NumberField
              label={m.author_y()}
              value={spot.y}
              error={fault(`spots.${at}.y`)}
              onChange={(y) => set({ ...spot, y: y ?? Number.NaN })}
            />
          </div>
        )}
      />
    </>
  );
}

function movedTo<Region extends { shape: 'rectangle' | 'circle'; x: number; y: number }>(
  region: Region,
  x: number,
  y: number,
): Region {
  const half = (side: unknown) => (typeof side === 'number' && side > 0 ? Math.round(side / 2) : 0);
  if (region.shape === 'circle') return { ...region, x, y };
  const { height, width } = { height: 0, width: 0, ...region };
  return { ...region, x: Math.max(0, x - half(width)), y: Math.max(0, y - half(height)) };
}
