/** The styles that every page needs, in order. A component brings its own sheet. */
import './fonts.css';
import './accents.css';
import './tokens.css';
import './base.css';
